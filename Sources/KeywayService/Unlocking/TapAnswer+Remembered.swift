import KeywayCore
import KeywayStore

extension TapAnswer {
  /// What is kept of the answer, so that a repeat gets the same: canonical JSON.
  func remembered(in writer: inout JSONWriter) -> [UInt8] {
    writer.removeAll(keepingCapacity: true)
    var separator: StaticString = "{"
    func member(_ name: StaticString, _ text: String?, isPlain: Bool = true) {
      guard let text else { return }
      writer.raw(separator)
      writer.raw(name)
      if isPlain { writer.id(text) } else { writer.string(text) }
      separator = ","
    }
    var refusal: Refusal?
    if case .denied(let denied) = decision { refusal = denied }
    member("\"command\":", joining?.rawValue)
    member("\"detail\":", refusal?.detail?.text)
    member("\"door\":", door)
    member("\"key\":", key)
    member("\"link\":", link, isPlain: false)
    member("\"nextValid\":", nextValid?.rfc3339)
    member("\"outcome\":", decision.outcome)
    member("\"reason\":", refusal?.reason.rawValue)
    if let retryAfter {
      writer.raw(",\"retryAfter\":")
      writer.integer(retryAfter)
    }
    member("\"screen\":", screen, isPlain: false)
    writer.raw("}")
    return writer.copy()
  }

  /// The answer of an attempt, for a tap that repeats it.
  ///
  /// - Throws: ``StoreError`` `corrupt` when what was kept is no answer.
  init(repeating attempt: Attempt) throws(StoreError) {
    guard case .object(let object) = try? JSONValue(parsing: attempt.answer.span),
      let decision = Decision(remembered: object)
    else {
      throw StoreError(
        .corrupt,
        "the remembered answer of a tap cannot be read; restore the database from a backup")
    }
    self.init(tap: attempt.tap.id, decision: decision)
    link = object.text("link")
    key = object.text("key")
    door = object.text("door")
    screen = object.text("screen")
    nextValid = object.text("nextValid").flatMap { try? Timestamp(parsing: $0.utf8.span) }
    if case .integer(let seconds)? = object["retryAfter"] { wait = seconds * 1_000 }
    joining = object.text("command").flatMap(Joining.init)
    command = attempt.command
    repeated = attempt.tap.id
  }
}

extension Decision {
  /// As it stands in output lines and in the log.
  package var outcome: String {
    switch self {
    case .granted: "granted"
    case .opened: "opened"
    case .denied: "denied"
    }
  }

  /// Whether the tap was refused without regard to what it names, so that neither the answer nor
  /// the log tells of it.
  var isBlind: Bool {
    self == .denied(Refusal(.tapConflict)) || self == .denied(Refusal(.throttled, .device))
  }

  fileprivate init?(remembered object: JSONObject) {
    switch object.text("outcome") {
    case "granted": self = .granted
    case "opened": self = .opened
    case "denied":
      guard let reason = object.text("reason").flatMap(Refusal.Reason.init) else { return nil }
      self = .denied(Refusal(reason, object.text("detail").flatMap(Refusal.Detail.init)))
    default: return nil
    }
  }
}
