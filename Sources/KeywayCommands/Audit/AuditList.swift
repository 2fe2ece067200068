import KeywayCore
import KeywayService

/// `keyway audit list`
struct AuditList: Command {
  private static let last = Option.optional(
    "last", .integer(in: 1...1_000_000), help: "Only so many of the entries, the last ones.")

  static let name = "list"
  static let summary = "List entries of the audit log, oldest first."
  static let discussion = """
    Every filter that is given must hold. In a table, times are those of clocks at the door, or \
    UTC; names are those of the registry as it stands.
    """
  static let parameters = AuditFilterOptions.parameters + Parameters(last)
  static let examples = [
    Example("keyway audit list --door front --outcome denied --last 20", "Who did not get in."),
    Example("keyway audit list --since 2026-03-02T00:00:00Z --format json", "For a program."),
  ]

  private let filter: AuditFilterOptions
  private let last: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    filter = try AuditFilterOptions(arguments)
    last = try arguments[Self.last]
  }

  func run(in context: inout KeywayContext) throws {
    let filter = try filter.filter(in: context)
    switch context.output.format {
    case .json:
      let context = context
      try forEach(filter, in: context) { try context.print($0.json) }
    case .table:
      var table = AuditTable(try AuditNames(in: context), to: context.output)
      try forEach(filter, in: context) { try table.add($0) }
      try table.finish()
    }
  }

  private func forEach(
    _ filter: AuditFilter, in context: KeywayContext, _ body: (AuditRecord) throws -> Void
  ) throws {
    if let last {
      for record in try context.audit.last(last, filter) { try body(record) }
    } else {
      try context.audit.forEach(filter, body)
    }
  }
}
