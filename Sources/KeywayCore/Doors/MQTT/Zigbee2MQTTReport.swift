/// What a lock published through Zigbee2MQTT
/// (<https://www.zigbee2mqtt.io/guide/usage/exposes.html#lock>).
///
/// Every message has all that is known of the device, so that a report of the battery repeats the
/// bolt as it was. Only `action` is of this moment.
struct Zigbee2MQTTReport {
  private let report: JSONObject
  private let open: String?

  init(_ report: JSONObject, open: String?) {
    self.report = report
    self.open = open
  }

  /// Nil when the message says nothing of the lock.
  func observation(at now: Timestamp) -> LockObservation? {
    let observation = LockObservation(
      state: state, battery: battery, source: source, receivedAt: now)
    let saysNothing =
      observation.state == nil && observation.battery == nil && observation.source == nil
    return saysNothing ? nil : observation
  }

  private var state: LockState? {
    if let moved = Self.state(after: text("action")) { return moved }
    let bolt = bolt
    switch text("lock_state") {
    case "locked": return bolt == nil || bolt == .locked ? .locked : .unknown
    case "unlocked": return bolt == .locked ? .unknown : bolt ?? .unlocked
    // On its way, or stuck: nobody knows which.
    case "not_fully_locked": return .unknown
    default: return bolt
    }
  }

  /// What `state` says, which is the same attribute of the lock as `lock_state`.
  private var bolt: LockState? {
    guard let state = text("state") else { return nil }
    if let open, open.utf8.elementsEqual(state.utf8) { return .open }
    switch state {
    case "LOCK": return .locked
    case "UNLOCK": return .unlocked
    default: return nil
    }
  }

  /// The codes of the Zigbee Cluster Library, section 7.3.2.17.5.1, as the converters name them;
  /// those of failures move nothing.
  private static func state(after action: String?) -> LockState? {
    switch action {
    case "lock", "one_touch_lock", "key_lock", "auto_lock", "schedule_lock", "manual_lock":
      .locked
    case "unlock", "key_unlock", "schedule_unlock", "manual_unlock": .unlocked
    default: nil
    }
  }

  private var battery: Int? {
    let percent: Double
    switch report["battery"] {
    case .integer(let number): percent = Double(number)
    case .real(let number): percent = number
    default: return nil
    }
    return (0...100).contains(percent) ? Int(percent.rounded()) : nil
  }

  /// `keypad 5`: by what and by whom the lock was moved just now; the source alone when it names
  /// no user.
  private var source: String? {
    guard let action = text("action"), !action.isEmpty,
      let source = text("action_source_name"), !source.isEmpty
    else { return nil }
    guard let user = report["action_user"]?.wholeNumber else { return Self.clipped(source) }
    return Self.clipped(source) + " \(user)"
  }

  private static func clipped(_ text: String) -> String {
    String(text.unicodeScalars.prefix(64))
  }

  private func text(_ name: String) -> String? {
    guard case .string(let text)? = report[name] else { return nil }
    return text
  }
}
