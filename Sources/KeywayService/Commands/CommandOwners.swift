/// Which process may send a command. A command names its owner; only commands of owners that have
/// died are closed by others.
package protocol CommandOwners: Sendable {
  /// The name of this process as an owner.
  var own: String { get }
  /// Whether the owner may still send or wait for its commands.
  func isAlive(_ owner: String) -> Bool
}

/// For replays, where one process owns everything.
package struct SoleOwner: CommandOwners {
  package let own = "replay"

  package init() {}

  package func isAlive(_ owner: String) -> Bool { true }
}
