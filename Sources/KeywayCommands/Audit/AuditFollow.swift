internal import Glibc
import KeywayCore
import KeywayService

/// `keyway audit follow`
struct AuditFollow: Command {
  private static let last = Option.defaulted(
    "last", .integer(in: 0...1_000_000), to: 10,
    help: "Begin with so many of the entries that there are.")
  private static let count = Option.optional(
    "count", .integer(in: 1...1_000_000), help: "End after so many entries.")
  /// How often the log is looked at, in microseconds.
  private static let interval: UInt32 = 200_000

  static let name = "follow"
  static let summary = "Print entries of the audit log as they come, whoever writes them."
  static let discussion = """
    Goes on until it is interrupted or nobody reads any more. Every filter that is given must hold.
    """
  static let parameters = AuditFilterOptions.parameters + Parameters(last, count)
  static let examples = [
    Example("keyway audit follow --outcome denied --last 0", "Watch who does not get in."),
    Example("keyway audit follow --format json", "Feed another program."),
  ]

  private let filter: AuditFilterOptions
  private let last: Int
  private let count: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    filter = try AuditFilterOptions(arguments)
    last = try arguments[Self.last]
    count = try arguments[Self.count]
  }

  func run(in context: inout KeywayContext) throws {
    let filter = try filter.filter(in: context)
    let audit = try context.audit
    var left = count ?? .max
    var next = try audit.size()
    if last > 0 {
      let records = try audit.last(last, filter).filter { $0.sequence < next }
      try show(records, &left, context)
    }
    while left > 0 {
      var records: [AuditRecord] = []
      if try audit.size() > next {
        next = try audit.forEach(from: next, filter) { records.append($0) }
      }
      try show(records, &left, context)
      if left > 0 { usleep(Self.interval) }
    }
  }

  private func show(
    _ records: [AuditRecord], _ left: inout Int, _ context: KeywayContext
  ) throws {
    guard !records.isEmpty else { return }
    let names = context.output.format == .table ? try AuditNames(in: context) : nil
    for record in records.prefix(left) {
      if let names {
        try context.output.line(Array(AuditTable.line(record, names).utf8))
      } else {
        try context.print(record.json)
      }
      left -= 1
    }
    try context.output.flush()
  }
}
