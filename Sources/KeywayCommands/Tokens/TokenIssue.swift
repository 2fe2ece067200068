import KeywayCore
import KeywayService
import KeywayStore

/// `keyway token issue`
struct TokenIssue: Command {
  private static let role = Option.required(
    "role", .choice(of: TokenRole.self), help: "What it is for.")
  private static let device = Option.optional(
    "device", .reference(to: Device.self).named("D"), help: "The phone, with --role device.")
  private static let door = Option.optional(
    "door", .reference(to: Door.self).named("D"), help: "It is good for this door only.")
  private static let site = Option.optional(
    "site", .text, help: "It is good for the doors of this site only.")
  private static let label = Option.optional("name", .text, help: "What people call it.")
  private static let validUntil = Option.clearable(
    "valid-until", .time, help: "The first instant at which it no longer works.")
  private static let length = Option.optional(
    "for", .duration, help: "How long it works, such as 30d, instead of an end.")

  static let name = "issue"
  static let summary = "Issue a token, and print its secret, once."
  static let discussion = """
    An operator's token is for the registry and doors' verbs, a job's for sets of all phones, an \
    auditor's for the log; they work for 90 days unless --for, --valid-until or --no-valid-until \
    says otherwise. A device's token is for that phone's own taps and sets, and has no end unless \
    one is given; 'keyway device enrol' gives a phone its token without anybody seeing it.

    The secret is kept nowhere: what is lost is revoked and issued anew. Times without an offset \
    are wall time at --door.
    """
  static let parameters = Parameters(
    role, device, door, site, label, validUntil, length, Common.because, Common.dryRun
  ).atMostOne(of: device, door, site).atMostOne(of: validUntil, length)
  static let examples = [
    Example(
      "keyway token issue --role job --name nightly --for 30d > token", "For a backend job."),
    Example("keyway token issue --role auditor --site Home --format json", "With all fields."),
  ]

  private let role: TokenRole
  private let device: Reference<Device>?
  private let door: Reference<Door>?
  private let site: String?
  private let label: String?
  private let validUntil: Change<TimeText>
  private let length: DurationText?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    role = try arguments[Self.role]
    device = try arguments[Self.device]
    door = try arguments[Self.door]
    site = try arguments[Self.site]
    label = try arguments[Self.label]
    validUntil = try arguments[Self.validUntil]
    length = try arguments[Self.length]
    isRehearsal = try arguments[Common.dryRun]
    guard (role == .device) == (device != nil) else {
      throw arguments.error(
        role == .device ? .missing : .conflict,
        role == .device
          ? "missing --device D: a phone's token names it"
          : "--device goes with --role device")
    }
    guard role != .device || door == nil && site == nil else {
      throw arguments.error(
        .conflict, "a phone's token has no --door or --site: its keys say what it opens")
    }
  }

  func run(in context: inout KeywayContext) throws {
    let issued = try context.tokens.issue(
      try order(in: context), by: context.actor, dryRun: isRehearsal)
    let token = issued.record.token
    var object = try TokenFields(token, at: context.environment.now()).object
    object["token"] = issued.secret.map { .string($0.text) }
    try context.print(object, orSay: issued.secret?.text ?? "a token for \(Self.words(token))")
    if isRehearsal { return try context.noteRehearsal(true) }
    try context.note(
      "keyway: token \(token.id) for \(Self.words(token)); its secret is shown this once and kept "
        + "nowhere")
  }

  private func order(in context: KeywayContext) throws -> TokenOrder {
    var order = TokenOrder(role: role, name: label)
    order.device = try device.map { try context.resolve($0) }
    let door = try door.map { try context.resolve($0) }
    order.scope = door.map { .door($0) } ?? site.map { .site($0) }
    switch validUntil {
    case .keep: break
    case .clear: order.end = .never
    case .set(let time): order.end = .at(try context.instant(time, at: door))
    }
    if let length { order.end = .after(length.milliseconds) }
    return order
  }

  private static func words(_ token: Token) -> String {
    let end = token.expiresAt.map { "until \($0.rfc3339)" } ?? "without an end"
    return "the role \(token.role.rawValue), \(end)"
  }
}
