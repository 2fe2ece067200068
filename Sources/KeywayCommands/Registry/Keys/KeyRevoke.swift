import KeywayCore
import KeywayService
import KeywayStore

/// `keyway key revoke`
struct KeyRevoke: StateCommand {
  static let name = "revoke"
  static let summary = "End keys for good, all or none; taps on them are denied from now on."
  static let examples = [
    Example("keyway key revoke k1 --because 'phone lost'", "The key opens nothing any more.")
  ]

  let request: StateRequest<Key>

  init(_ request: StateRequest<Key>) { self.request = request }

  static func done(to list: RegistryList) -> String { "revoked" }

  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult] {
    try registry.revoke(ids.map { Key.ID(trusted: $0) }, actor: actor, dryRun: dryRun)
  }
}
