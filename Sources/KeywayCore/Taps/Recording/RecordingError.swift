/// What is wrong with a line of a recording, and where.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  /// The way to the field, as in `item.icon.type` or `flags.0`; nil when the line as a whole is
  /// wrong.
  package let field: String?
  /// The byte within the line, counted from 1, where it stops being JSON; nil when it is JSON.
  package let column: Int?
  /// What is wrong, in words that follow the field's name.
  package let message: String

  package init(line: Int, field: String? = nil, column: Int? = nil, message: String) {
    self.line = line
    self.field = field
    self.column = column
    self.message = message
  }

  package var description: String {
    let place = column.map { "line \(line), column \($0)" } ?? "line \(line)"
    return field.map { "\(place): '\($0)' \(message)" } ?? "\(place): \(message)"
  }
}
