import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder resume`, and the same for devices and keys.
struct RecordResume<Record: RecordNoun>: StateCommand {
  static var name: String { "resume" }
  static var summary: String { "End the suspension of \(Record.noun)s." }

  let request: StateRequest<Record>

  init(_ request: StateRequest<Record>) { self.request = request }

  static func done(to list: RegistryList) -> String { "resumed" }

  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult] {
    try registry.resume(Record.list, ids, actor: actor, dryRun: dryRun)
  }
}
