import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door remove`, and the same for holders, devices and actions.
struct RecordRemove<Record: RecordNoun>: StateCommand {
  static var name: String { "remove" }
  static var summary: String { "Remove \(Record.noun)s for good, all or none." }
  static var discussion: String {
    "Only the ids remain: they are never used again for something else."
  }

  let request: StateRequest<Record>

  init(_ request: StateRequest<Record>) { self.request = request }

  static func done(to list: RegistryList) -> String { "removed" }

  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult] {
    try registry.remove(Record.list, ids, actor: actor, dryRun: dryRun)
  }
}
