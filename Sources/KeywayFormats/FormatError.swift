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
  package var description: String { placeWords.map { "\($0): \(message)" } ?? message }

  /// `… (line 3, column 7)`, for where the value has another name that comes first.
  package var messageWithPlace: String { placeWords.map { "\(message) (\($0))" } ?? message }

  /// Nil for the whole file.
  private var placeWords: String? {
    switch place {
    case .text(let line, let column): "line \(line), column \(column)"
    case .byte(let offset): "byte \(offset)"
    case .file: nil
    }
  }
}
