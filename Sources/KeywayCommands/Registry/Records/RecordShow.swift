import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door show`, and the same for holders, devices and actions.
struct RecordShow<Record: RecordNoun>: Command {
  static var name: String { "show" }
  static var summary: String { "Print \(Record.article) as in the site file." }
  static var parameters: Parameters { Parameters(Record.one) }

  private let reference: Reference<Record>

  init(_ arguments: Arguments) throws(UsageError) {
    reference = try arguments[Record.one]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.ids(of: [reference])[0]
    try context.print(context.registry.show(Record.list, id))
  }
}
