import Testing

@testable import KeywayFormats

/// A file that is refused, with the beginning of what is said of it.
struct Refusal: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let words: String
  var testDescription: String { words }

  init(_ text: String, _ words: String) {
    (bytes, self.words) = (Array(text.utf8), words)
  }

  init(_ bytes: [UInt8], _ words: String) {
    (self.bytes, self.words) = (bytes, words)
  }

  /// What is said; nil when the bytes are read.
  static func words(_ body: () throws(FormatError) -> Void) -> String? {
    do throws(FormatError) {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
