/// A table of any length in bounded memory: the first rows decide the widths of its columns.
struct TableStream {
  /// How many rows are printed at a time.
  private static let batch = 1_000

  private let output: Output
  private var table: Table

  init(_ columns: [Table.Column], to output: Output) {
    self.output = output
    table = Table(columns)
  }

  /// Cells that are wider than their column push the rest of their row aside.
  mutating func add(_ cells: [Table.Cell]) throws(FileError) {
    table.add(cells)
    if table.count >= Self.batch { try print() }
  }

  /// Prints what is left; must be called behind the last row.
  mutating func finish() throws(FileError) { try print() }

  private mutating func print() throws(FileError) {
    try output.table(table)
    table.continueWithSameWidths()
  }
}
