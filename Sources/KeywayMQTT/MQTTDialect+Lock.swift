import KeywayCore

/// The lock's side of a dialect.
extension MQTTDialect {
  /// What a message tells the lock, or nil when it tells it nothing.
  func verb(for payload: Span<UInt8>) -> LockCommand.Verb? {
    let bytes: [UInt8]
    switch self {
    case .homeAssistant: bytes = unsafe payload.withUnsafeBufferPointer { unsafe Array($0) }
    case .zigbee2MQTT:
      // People write `{"state": "UNLOCK"}` by hand.
      guard case .object(let object)? = try? JSONValue(parsing: payload) else { return nil }
      bytes = CanonicalJSON.bytes(of: .object(["state": object["state"] ?? .null]))
    }
    return LockCommand.Verb.allCases.first { self.payload(for: $0) == bytes }
  }

  /// A report of the state.
  ///
  /// - Parameter battery: in percent, or nil; only Zigbee2MQTT says it on the same topic.
  func report(of state: LockState, battery: Int?) -> [UInt8] {
    switch self {
    case .homeAssistant(let words):
      return words.states.first { $0.value == state }.map { Array($0.key.utf8) } ?? []
    case .zigbee2MQTT(let open):
      var report: JSONObject = ["linkquality": .integer(120)]
      report["battery"] = battery.map { .integer(Int64($0)) }
      switch state {
      case .locked, .locking:
        report["state"] = .string("LOCK")
        report["lock_state"] = .string("locked")
      case .open, .unlocked, .unlocking:
        report["state"] = .string(state == .open ? open ?? "UNLOCK" : "UNLOCK")
        report["lock_state"] = .string("unlocked")
      case .jammed, .unknown:
        report["state"] = .string("UNLOCK")
        report["lock_state"] = .string("not_fully_locked")
      }
      return CanonicalJSON.bytes(of: .object(report))
    }
  }
}
