import KeywayCore
import KeywayFormats
import KeywayService

extension ShortcutImport {
  /// So many actions that the file does not have are named.
  private static let mostNamed = 20

  /// Says what the file does not decide alone.
  static func note(_ report: QuickActionsReport, in context: KeywayContext) throws {
    if !report.others.isEmpty {
      let types = report.others.prefix(mostNamed).map(\.text).joined(separator: ", ")
      let rest = report.others.count - mostNamed
      try context.note(
        "note: static actions that are not in the file stay as they are: \(types)"
          + (rest > 0 ? ", and \(rest) more" : ""))
    }
    let count = report.entries.count + report.others.count
    if count >= QuickActionsFile.mostShown {
      try context.note(
        "note: there are \(count) static actions; phones show the first "
          + "\(QuickActionsFile.mostShown) items, and so no dynamic ones")
    }
  }

  /// What became of each item, and which of its icons a phone takes.
  static func print(
    _ report: QuickActionsReport, rejected: [QuickActionFinding], in context: KeywayContext
  ) throws {
    switch context.output.format {
    case .table: try context.output.table(table(of: report))
    case .json:
      let places = Set(rejected.compactMap(\.index)).sorted()
      try context.print([
        "actions": .array(report.entries.map { .object($0.json) }),
        "rejected": .array(places.map { .integer(Int64($0)) }),
        "absent": .array(report.others.map { .string($0.text) }),
      ])
    }
  }

  private static func table(of report: QuickActionsReport) -> Table {
    var table = Table([
      Table.Column("ITEM", .right), Table.Column("TYPE"), Table.Column("TITLE"),
      Table.Column("OUTCOME"), Table.Column("ICON"), Table.Column("OTHER ICONS"),
    ])
    for entry in report.entries {
      let icons = entry.icons.map { "\(word(for: $0.key)) \($0.name)" }
      table.add([
        Table.Cell("\(entry.index)"), Table.Cell(entry.action.type.text),
        Table.Cell(entry.action.title), Table.Cell(entry.kind.rawValue),
        Table.Cell(icons.first ?? ""), Table.Cell(icons.dropFirst().joined(separator: ", ")),
      ])
    }
    return table
  }

  private static func word(for key: IconKey) -> String {
    switch key {
    case .symbolName: "symbol"
    case .file: "file"
    case .type: "type"
    }
  }
}
