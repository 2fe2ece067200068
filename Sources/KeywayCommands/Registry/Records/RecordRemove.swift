import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door remove`, and the same for holders, devices and actions.
struct RecordRemove<Record: RecordNoun>: Command {
  static var name: String { "remove" }
  static var summary: String { "Remove \(Record.noun)s for good, all or none." }
  static var discussion: String {
    "Only the ids remain: they are never used again for something else."
  }
  static var parameters: Parameters {
    Parameters(Record.several, Common.because, Common.dryRun)
  }

  private let references: [Reference<Record>]
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    references = try arguments[Record.several]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let ids = try context.ids(of: references)
    let results = try context.registry.remove(
      Record.list, ids, actor: context.actor, dryRun: isRehearsal)
    try context.print(results, done: "removed", isRehearsal: isRehearsal)
  }
}
