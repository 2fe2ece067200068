import KeywayCore
import KeywayService

/// `keyway key revoke`
struct KeyRevoke: Command {
  static let name = "revoke"
  static let summary = "End keys for good, all or none; taps on them are denied from now on."
  static let parameters = Parameters(Key.several, Common.because, Common.dryRun)
  static let examples = [
    Example("keyway key revoke k1 --because 'phone lost'", "The key opens nothing any more.")
  ]

  private let references: [Reference<Key>]
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    references = try arguments[Key.several]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let ids = try context.ids(of: references).map { Key.ID(trusted: $0) }
    let results = try context.registry.revoke(ids, actor: context.actor, dryRun: isRehearsal)
    try context.print(results, done: "revoked", isRehearsal: isRehearsal)
  }
}
