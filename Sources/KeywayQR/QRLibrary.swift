package import KeywayFormats

/// Codes by libqrencode, images by libpng.
package struct QRLibrary: QREncoder {
  package init() {}

  package func code(of text: String, level: QRCode.Level) throws(QRError) -> QRCode {
    guard let code = try QRSymbol(text, level: level).code else {
      throw QRError(.failed, "the library made no code")
    }
    return code
  }

  package func png(width: Int, pixels: [UInt8]) throws(QRError) -> [UInt8] {
    try PNGImage(width: width, pixels: pixels).file()
  }
}
