import KeywayFormats

/// How a QR code is drawn.
struct CodeDrawing: Sendable {
  /// Pixels of a module's side when nobody says otherwise.
  static let usualScale = 8

  /// What it is drawn as; raw values stand in command lines.
  enum Form: String, Sendable, CaseIterable { case png, svg, terminal }

  let form: Form
  /// Light modules around the code.
  var quietZone = QRCode.quietZone
  /// Pixels of a module's side, in a PNG.
  var scale = usualScale
  /// Whether a terminal takes escape codes; without, the drawing is for a dark background.
  var inColour = false

  func bytes(of code: QRCode, by encoder: any QREncoder) throws(QRError) -> [UInt8] {
    switch form {
    case .png:
      let image = code.pixels(quietZone: quietZone, scale: scale)
      return try encoder.png(width: image.width, pixels: image.pixels)
    case .svg: return Array(code.svg(quietZone: quietZone, scale: scale).utf8)
    case .terminal:
      return Array(code.terminal(quietZone: quietZone, inColour: inColour).utf8)
    }
  }
}
