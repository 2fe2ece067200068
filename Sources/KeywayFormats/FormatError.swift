/// Why bytes are not what a reader expects, and where.
package struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where something stands in a file.
  package enum Place: Hashable, Sendable {
    /// Both counted from 1; columns are characters.
    case text(line: Int, column: Int)
    /// Counted from 0.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  package let place: Place
  /// What is wrong, in words.
  package let message: String

  package init(_ message: String, at place: Place = .file) {
    self.message = message
    self.place = place
  }

  /// `line 3, column 7: …`, as far as it is known.
  package var description: String {
    switch place {
    case .text(let line, let column): "line \(line), column \(column): \(message)"
    case .byte(let offset): "byte \(offset): \(message)"
    case .file: message
    }
  }
}
