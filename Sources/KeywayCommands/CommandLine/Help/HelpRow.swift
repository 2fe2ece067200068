/// A term and what it means.
struct HelpRow: Hashable, Sendable {
  let term: String
  let text: String

  /// Terms wider than this have a line of their own.
  private static let widest = 24

  init(_ term: String, _ text: String) {
    self.term = term
    self.text = text
  }

  init(_ declaration: Declaration) {
    var text = [declaration.help]
    let choices = declaration.choices
    if !choices.isEmpty, declaration.placeholder != choices.joined(separator: "|") {
      text.append("One of \(choices.joined(separator: ", ")).")
    }
    if declaration.kind != .positional, declaration.isRepeatable {
      text.append("May be given more than once.")
    }
    if declaration.kind == .clearable { text.append("--no-\(declaration.name) clears it.") }
    if let value = declaration.defaultText { text.append("(default: \(value))") }
    self.init(declaration.label, text.joined(separator: " "))
  }

  /// Two columns; the meanings stand one below the other.
  static func lines(_ rows: [HelpRow]) -> [String] {
    let widths = rows.map { DisplayWidth.of($0.term) }
    let column = widths.filter { $0 <= widest }.max() ?? widest
    return zip(rows, widths).flatMap { row, width in
      row.lines(width: width, column: column)
    }
  }

  private func lines(width: Int, column: Int) -> [String] {
    let indent = String(repeating: " ", count: column + 4)
    var lines = TextWrap.lines(text, width: TextWrap.columns - column - 4).map { indent + $0 }
    if width > column || lines.isEmpty { return ["  \(term)"] + lines }
    let padding = String(repeating: " ", count: column - width + 2)
    lines[0] = "  \(term)\(padding)\(lines[0].dropFirst(indent.count))"
    return lines
  }
}
