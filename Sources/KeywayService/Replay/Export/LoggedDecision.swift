import KeywayCore

/// A decision as the log has it.
struct LoggedDecision: Hashable, Sendable {
  enum Phone: Hashable, Sendable {
    case none
    /// One that nobody knew.
    case unknown
    case pseudonym(String)
  }

  enum Form: Hashable, Sendable {
    case item
    case link(DeepLink.Form)
  }

  let sequence: Int64
  let decidedAt: Timestamp
  let tappedAt: Timestamp
  /// The tap's id as it stands in the log, with the pseudonym in place of the device.
  let tap: String
  let channel: TapChannel
  let phone: Phone
  let decision: Decision
  /// Nil for a malformed link, and where the entry does not say.
  let form: Form?
  /// The key, or the door whose id the tap named in place of one; nil for any other text.
  let key: Key.ID?
  let door: Door.ID?
  let command: LockCommand.ID?
  let isConfirmed: Bool
  let list: Int64?
  /// In bytes, of a text that names nothing known.
  let length: Int64?
  /// The HMAC of that text in lower-case hexadecimal digits.
  let hmac: String?
  /// What else the entry says of the answer.
  let further: JSONObject

  /// - Throws: ``UnwrittenTap`` for an entry that this program does not understand.
  init(_ record: AuditRecord) throws(UnwrittenTap) {
    let members = record.members
    sequence = record.sequence
    decidedAt = try Self.known(record.at, "instant")
    tappedAt =
      members["tappedAt"] == nil
      ? decidedAt : try Self.known(members.instant("tappedAt"), "tappedAt")
    tap = try Self.known(members.text("tap"), "tap")
    channel = try Self.known(members.text("channel").flatMap(TapChannel.init), "channel")
    phone = try Self.known(Phone(members), "device")
    decision = try Self.known(Decision(logged: members), "outcome")
    form = try Self.form(members)
    key = members.text("key").flatMap { Key.ID($0) }
    door = members.text("door").flatMap { Door.ID($0) }
    command = members.text("command").flatMap { LockCommand.ID($0) }
    isConfirmed = members["confirmed"] == .bool(true)
    list = members.integer("list")
    length = members.integer("length")
    hmac = ["link", "item"].compactMap { members.object($0)?.text("hmac") }.first
    var further = JSONObject()
    for name in ["nextValid", "retryAfter"] { further[name] = members[name] }
    self.further = further
  }

  /// Nil for a grant.
  var refusal: Refusal? {
    if case .denied(let refusal) = decision { refusal } else { nil }
  }

  private static func known<T>(_ value: T?, _ name: String) throws(UnwrittenTap) -> T {
    guard let value else { throw .unknown(name) }
    return value
  }

  private static func form(_ members: JSONObject) throws(UnwrittenTap) -> Form? {
    guard let text = members.text("form") else { return nil }
    if text == "item" { return .item }
    return .link(try known(DeepLink.Form(rawValue: text), "form"))
  }
}

extension LoggedDecision.Phone {
  /// Nil for a device that is neither text nor null.
  fileprivate init?(_ members: JSONObject) {
    switch members["device"] {
    case nil: self = .none
    case .null: self = .unknown
    case .string(let pseudonym): self = .pseudonym(pseudonym)
    default: return nil
    }
  }
}

extension Decision {
  /// Nil for an outcome, a reason or a detail that this program does not know.
  fileprivate init?(logged members: JSONObject) {
    if members.text("outcome") == "granted" {
      self = .granted
      return
    }
    guard members.text("outcome") == "denied",
      let reason = members.text("reason").flatMap(Refusal.Reason.init)
    else { return nil }
    let detail = members.text("detail").flatMap(Refusal.Detail.init)
    if members["detail"] != nil, detail == nil { return nil }
    self = .denied(Refusal(reason, detail))
  }
}

extension JSONObject {
  func integer(_ name: String) -> Int64? {
    if case .integer(let value)? = self[name] { value } else { nil }
  }

  func object(_ name: String) -> JSONObject? {
    if case .object(let value)? = self[name] { value } else { nil }
  }

  func instant(_ name: String) -> Timestamp? {
    text(name).flatMap { try? Timestamp(parsing: $0.utf8.span) }
  }
}
