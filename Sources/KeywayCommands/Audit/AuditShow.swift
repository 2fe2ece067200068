import KeywayCore
import KeywayService

/// `keyway audit show`
struct AuditShow: Command {
  private static let sequence = Positional.required(
    "seq", .count(in: 0...Int64.max), help: "The entry's number; the first is 0.")

  static let name = "show"
  static let summary = "Show one entry of the audit log."
  static let discussion = """
    Of a link that was rejected, its beginning is shown while it is kept, with bytes that do not \
    print as \\xHH; it is not part of the entry.
    """
  static let parameters = Parameters(sequence)

  private let sequence: Int64

  init(_ arguments: Arguments) throws(UsageError) {
    sequence = try arguments[Self.sequence]
  }

  func run(in context: inout KeywayContext) throws {
    let (record, rejectedLink) = try context.audit.entry(sequence)
    var members = record.json
    members["rejectedLink"] = rejectedLink.map(JSONValue.string)
    guard context.output.format == .table else { return try context.print(members) }
    var table = Table([Table.Column("MEMBER"), Table.Column("VALUE")])
    for member in members.members {
      table.add([Table.Cell(member.key), Table.Cell(Self.text(of: member.value))])
    }
    try context.output.table(table)
  }

  private static func text(of value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)
  }
}
