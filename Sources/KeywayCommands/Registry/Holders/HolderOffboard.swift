import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder offboard`
struct HolderOffboard: StateCommand {
  static let name = "offboard"
  static let summary = "Revoke every key and remove every device of holders who leave."
  static let discussion = """
    Keys and devices end for good, and the holders are suspended, so that what is issued to them \
    later by mistake opens nothing either. It all happens together or not at all, and counts from \
    the next tap on; a command that is still on its way to a lock is not sent. Each record that \
    changes has its own entry in the log.

    The holders stay in the registry, so that the log can still be read by holder, though no \
    longer by device; 'keyway holder erase' forgets who they were. Keys that are for everyone stay \
    as they are.
    """
  static let examples = [
    Example("keyway holder offboard h1 --because 'left'", "A leaver opens nothing any more."),
    Example("keyway holder offboard h1 --dry-run", "See which keys and devices that would end."),
  ]

  let request: StateRequest<Holder>

  init(_ request: StateRequest<Holder>) { self.request = request }

  static func done(to list: RegistryList) -> String {
    switch list {
    case .devices: "removed"
    case .keys: "revoked"
    case .doors, .holders, .actions: "suspended"
    }
  }

  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult] {
    try registry.offboard(ids.map { Holder.ID(trusted: $0) }, actor: actor, dryRun: dryRun)
  }
}
