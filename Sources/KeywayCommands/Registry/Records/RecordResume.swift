import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder resume`, and the same for devices and keys.
struct RecordResume<Record: RecordNoun>: Command {
  static var name: String { "resume" }
  static var summary: String { "End the suspension of \(Record.noun)s." }
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
    let results = try context.registry.resume(
      Record.list, ids, actor: context.actor, dryRun: isRehearsal)
    try context.print(results, done: "resumed", isRehearsal: isRehearsal)
  }
}
