import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder suspend`, and the same for devices and keys.
struct RecordSuspend<Record: RecordNoun>: Command {
  static var name: String { "suspend" }
  static var summary: String { "Suspend \(Record.noun)s; their taps are denied until resumed." }
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
    let results = try context.registry.suspend(
      Record.list, ids, actor: context.actor, dryRun: isRehearsal)
    try context.print(results, done: "suspended", isRehearsal: isRehearsal)
  }
}
