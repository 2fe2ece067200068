/// Why a text is not the JSON that Keyway reads, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; lines end with a line feed.
  package let line: Int
  /// The byte within the line, counted from 1.
  package let column: Int
  /// The byte within the text, counted from 0.
  package let offset: Int
  /// What is wrong, in words.
  package let message: String

  /// Counts the line and column of a place in `bytes`, which may be one past the end.
  init(_ message: String, at offset: Int, in bytes: Span<UInt8>) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    self.line = line
    self.column = offset - lineStart + 1
    self.offset = offset
    self.message = message
  }

  package var description: String { "line \(line), column \(column): \(message)" }
}
