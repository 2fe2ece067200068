import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder suspend`, and the same for devices and keys.
struct RecordSuspend<Record: RecordNoun>: StateCommand {
  static var name: String { "suspend" }
  static var summary: String { "Suspend \(Record.noun)s; their taps are denied until resumed." }

  let request: StateRequest<Record>

  init(_ request: StateRequest<Record>) { self.request = request }

  static func done(to list: RegistryList) -> String { "suspended" }

  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult] {
    try registry.suspend(Record.list, ids, actor: actor, dryRun: dryRun)
  }
}
