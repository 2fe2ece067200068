/// Makes codes and images; the program that has to start fast has none.
package protocol QREncoder: Sendable {
  /// The smallest code that holds the text byte for byte.
  ///
  /// - Throws: ``QRError`` `unfit` or `failed`.
  func code(of text: String, level: QRCode.Level) throws(QRError) -> QRCode

  /// A PNG of grey pixels, row by row, 0 for black.
  ///
  /// - Throws: ``QRError`` `failed`.
  func png(width: Int, pixels: [UInt8]) throws(QRError) -> [UInt8]
}

/// A code that cannot be made.
package struct QRError: Error, Hashable, Sendable {
  /// What is wrong, to branch on.
  package enum Code: String, Sendable, CaseIterable {
    /// The text is empty, has a zero byte, or does not fit.
    case unfit
    /// There was no memory, or the library would not.
    case failed
  }

  package let code: Code
  /// What is wrong, in words, without the text.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
