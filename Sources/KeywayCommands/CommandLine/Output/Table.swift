/// Rows for people, in columns as wide as their widest cell.
struct Table {
  enum Alignment: Hashable, Sendable { case left, right }

  struct Column: Hashable, Sendable {
    let title: String
    let alignment: Alignment

    init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
    let text: String
    let tone: Tone

    /// Escapes what could harm a terminal.
    init(_ text: String, tone: Tone = .plain) {
      self.text = SafeText.escaped(text)
      self.tone = tone
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []
  /// The widths of the rows before these, whose header has been printed, or nil.
  private var fixedWidths: [Int]?

  init(_ columns: [Column]) { self.columns = columns }

  /// Missing cells are empty; cells beyond the last column are left out.
  mutating func add(_ cells: [Cell]) {
    let missing = max(0, columns.count - cells.count)
    rows.append(Array(cells.prefix(columns.count)) + Array(repeating: "", count: missing))
  }

  var count: Int { rows.count }

  /// Forgets its rows; those that follow are printed below them in the same columns.
  mutating func continueWithSameWidths() {
    fixedWidths = fixedWidths ?? widths(of: header + rows)
    rows.removeAll(keepingCapacity: true)
  }

  /// Header and rows, each with a line feed and without spaces at its end; nothing without rows.
  func text(colour: Bool) -> String {
    guard !rows.isEmpty else { return "" }
    let lines = fixedWidths == nil ? header + rows : rows
    let widths = fixedWidths ?? widths(of: lines)
    return lines.map { line($0, widths, colour) }.joined()
  }

  private var header: [[Cell]] { [columns.map { Cell($0.title) }] }

  private func widths(of lines: [[Cell]]) -> [Int] {
    columns.indices.map { column in
      lines.map { DisplayWidth.of($0[column].text) }.max() ?? 0
    }
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ colour: Bool) -> String {
    var line = ""
    var gap = 0
    for (index, cell) in cells.enumerated() {
      let padding = max(0, widths[index] - DisplayWidth.of(cell.text))
      let isRight = columns[index].alignment == .right
      gap += isRight ? padding : 0
      if !cell.text.isEmpty {
        line += String(repeating: " ", count: gap) + cell.tone.painted(cell.text, colour: colour)
        gap = 0
      }
      gap += (isRight ? 0 : padding) + 2
    }
    return line + "\n"
  }
}
