import KeywayCore
import KeywayService

/// Which entries of the log are wanted, as the command line says it.
struct AuditFilterOptions {
  private static let key = Option.optional(
    "key", .reference(to: Key.self), help: "Entries about this key.")
  private static let door = Option.optional(
    "door", .reference(to: Door.self), help: "Entries about this door.")
  private static let site = Option.optional(
    "site", .text, help: "Entries about any door of this site.")
  private static let holder = Option.optional(
    "holder", .reference(to: Holder.self), help: "Entries about this holder.")
  private static let device = Option.optional(
    "device", .reference(to: Device.self), help: "Entries about this phone.")
  private static let actor = Option.optional(
    "actor", .text.named("ACTOR"),
    help: "What this local user or token changed, such as user:1000.")
  private static let outcome = Option.optional(
    "outcome", .choice(["granted", "denied"]), help: "Decisions with this outcome.")
  private static let reason = Option.optional(
    "reason", .choice(of: Refusal.Reason.self).named("REASON"),
    help: "Denials for this reason.")
  private static let since = Option.optional(
    "since", .time, help: "Entries from this time on; wall time is that of --door.")
  private static let until = Option.optional(
    "until", .time, help: "Entries before this time; wall time is that of --door.")

  static let parameters = Parameters(
    key, door, site, holder, device, actor, outcome, reason, since, until)

  private let key: Reference<Key>?
  private let door: Reference<Door>?
  private let site: String?
  private let holder: Reference<Holder>?
  private let device: Reference<Device>?
  private let actor: String?
  private let outcome: String?
  private let reason: Refusal.Reason?
  private let since: TimeText?
  private let until: TimeText?

  init(_ arguments: Arguments) throws(UsageError) {
    key = try arguments[Self.key]
    door = try arguments[Self.door]
    site = try arguments[Self.site]
    holder = try arguments[Self.holder]
    device = try arguments[Self.device]
    actor = try arguments[Self.actor]
    outcome = try arguments[Self.outcome]
    reason = try arguments[Self.reason]
    since = try arguments[Self.since]
    until = try arguments[Self.until]
  }

  /// Whether anything is filtered by, beyond times where those are allowed.
  func hasMore(thanTimes allowsTimes: Bool) -> Bool {
    let hasTimes = since != nil || until != nil
    return key != nil || door != nil || site != nil || holder != nil || device != nil
      || actor != nil || outcome != nil || reason != nil || hasTimes && !allowsTimes
  }

  /// The filter with whole ids and instants.
  func filter(in context: KeywayContext) throws -> AuditFilter {
    var filter = AuditFilter()
    filter.key = try key.map { try context.resolve($0) }
    filter.door = try door.map { try context.resolve($0) }
    filter.site = site
    filter.holder = try holder.map { try context.resolve($0) }
    filter.device = try device.map { try context.resolve($0) }
    filter.actor = actor
    filter.outcome = outcome
    filter.reason = reason?.rawValue
    filter.since = try since.map { try context.instant($0, at: filter.door) }
    filter.until = try until.map { try context.instant($0, at: filter.door) }
    return filter
  }
}
