import KeywayCore
import KeywayService
import KeywayStore

/// `keyway tap send`
struct TapSend: Command {
  private static let link = Positional.optional(
    "link", .text, help: "The link that was tapped, byte for byte.")
  private static let item = Option.optional(
    "item", .text.named("TYPE"), help: "The type of the item that was tapped, instead of a link.")
  private static let device = Option.optional(
    "device", .id(of: Device.self), help: "The phone that was tapped on, by its whole id.")
  private static let tap = Option.optional(
    "tap", .tapName, help: "The tap's id; the same id again is the same tap. Made up when absent.")
  private static let channel = Option.optional(
    "channel", .choice(of: TapChannel.self).named("CHANNEL"),
    help: "How it was delivered; openURL for a link, scenePerformAction for an item when absent.")
  private static let confirmed = Flag.present(
    "confirmed", help: "The person has confirmed in the app.")
  private static let list = Option.optional(
    "list", .count(in: 0...Int64.max), help: "The version of the set that the phone showed.")
  private static let userInfo = Option.optional(
    "user-info", .deliveredUserInfo, help: "The item's user info.")
  private static let at = Option.optional(
    "at", .instant, help: "When the person tapped; now when absent.")
  private static let wait = Flag.present(
    "wait", help: "End with what became of the command, rather than with the decision.")

  static let name = "send"
  static let summary = "Decide one tap now, and tell the lock when it is granted."
  static let parameters = Parameters(
    link, item, device, tap, channel, confirmed, list, userInfo, at, wait, Common.dryRun
  ).exactlyOne(of: link, item).requiring(userInfo, with: item)
  static let exitStatuses = [
    ExitMeaning(.done, "granted or opened"),
    ExitMeaning(.denied, "denied; a repeat has its first one's status"),
    ExitMeaning(.unavailable, "with --wait: the lock has not acknowledged"),
  ]
  static let examples = [
    Example("keyway tap send xxx/k1", "Tap a link that names the key k1."),
    Example("keyway tap send --item k1 --device phone-1", "Tap the phone's item for that key."),
  ]

  private let payload: TapPayload
  private let device: Device.ID?
  private let tap: TapName?
  private let channel: TapChannel
  private let isConfirmed: Bool
  private let listVersion: Int64?
  private let tappedAt: Timestamp?
  private let isAwaited: Bool
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    if let type = try arguments[Self.item] {
      payload = .item(type: type, userInfo: try arguments[Self.userInfo] ?? .empty)
    } else {
      payload = .link(Array((try arguments[Self.link] ?? "").utf8))
    }
    device = try arguments[Self.device]
    tap = try arguments[Self.tap]
    let isItem = arguments.contains(Self.item)
    channel = try arguments[Self.channel] ?? (isItem ? .scenePerformAction : .openURL)
    isConfirmed = try arguments[Self.confirmed]
    listVersion = try arguments[Self.list]
    tappedAt = try arguments[Self.at]
    isAwaited = try arguments[Self.wait]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let request = request(in: try context.environment, by: context.actor)
    if isRehearsal {
      let (answer, explanation) = try context.unlocking.rehearse(request)
      try print(
        TapLine(request: request, answer: answer, explanation: explanation), context)
      return try context.noteRehearsal(true)
    }
    if let door = try context.unlocking.door(of: request) {
      try context.require(context.locks.driverNames(of: [door]))
    }
    guard let answer = try context.unlocking.decide([request]).first else { return }
    // What is decided is decided: a lost reader of the answer does not keep the door shut.
    let printing = Result { try print(TapLine(request: request, answer: answer), context) }
    try dispatch(answer, context)
    try printing.get()
  }

  private func request(in environment: ServiceEnvironment, by actor: Actor) -> TapRequest {
    let sender = device.map { "device:\($0)" } ?? actor.name
    return TapRequest(
      tap: TapIdentity(sender: sender, id: tap?.text ?? environment.makeIdentifier()),
      device: device?.text, payload: payload, channel: channel,
      tappedAt: tappedAt ?? environment.now(), isConfirmed: isConfirmed,
      listVersion: listVersion)
  }

  private func print(_ line: TapLine, _ context: KeywayContext) throws {
    context.status = line.answer.isSuccess ? .done : .denied
    try context.print(line.members, orSay: line.sentence)
    try context.output.flush()
  }

  /// A repeat never actuates, and a joined command is its own process's to send.
  private func dispatch(_ answer: TapAnswer, _ context: KeywayContext) throws {
    guard let id = answer.command else { return }
    let command: LockCommand?
    if answer.repeated == nil, answer.joining == .new {
      command = try context.dispatcher.dispatch(id, by: answer.deadline)
    } else {
      if answer.repeated == nil {
        try context.note("\(answer.door ?? "lock"): joined the command \(id) on its way")
      }
      command = try context.watch.wait(for: id)
    }
    guard let command else { return }
    if isAwaited, command.state != .acknowledged { context.status = .unavailable }
    if answer.repeated != nil, !isAwaited { return }
    let detail = command.detail.map { " (\($0))" } ?? ""
    try context.note("\(command.door): \(command.state.rawValue)\(detail)")
  }
}
