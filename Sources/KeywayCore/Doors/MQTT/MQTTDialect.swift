/// How a lock behind a broker is spoken to: verbs to payloads, payloads to what the lock says.
package enum MQTTDialect: Hashable, Sendable {
  case homeAssistant(HomeAssistantWords)
  /// Zigbee2MQTT's JSON; `open` is the `state` that draws the latch, nil for a lock without one.
  case zigbee2MQTT(open: String?)

  /// Longer messages are no lock's.
  private static var maximumLength: Int { 65_536 }

  /// What the lock understands. Neither dialect has a word for keeping the latch back.
  package var verbs: Set<LockCommand.Verb> {
    let canOpen =
      switch self {
      case .homeAssistant(let words): words.open != nil
      case .zigbee2MQTT(let open): open != nil
      }
    return canOpen ? [.lock, .unlock, .unlatch] : [.lock, .unlock]
  }

  /// The message that tells the lock, or nil for a verb that it does not understand.
  package func payload(for verb: LockCommand.Verb) -> [UInt8]? {
    switch self {
    case .homeAssistant(let words):
      switch verb {
      case .lock: Array(words.lock.utf8)
      case .unlock: Array(words.unlock.utf8)
      case .unlatch: words.open.map { Array($0.utf8) }
      case .holdOpen: nil
      }
    case .zigbee2MQTT(let open):
      switch verb {
      case .lock: Self.message("LOCK")
      case .unlock: Self.message("UNLOCK")
      case .unlatch: open.map(Self.message)
      case .holdOpen: nil
      }
    }
  }

  /// The message that asks the lock for its state, or nil where the dialect has none.
  package var question: [UInt8]? {
    switch self {
    case .homeAssistant: nil
    case .zigbee2MQTT: Self.message("")
    }
  }

  private static func message(_ state: String) -> [UInt8] {
    CanonicalJSON.bytes(of: .object(["state": .string(state)]))
  }

  /// What a message on the state topic says of the lock; nil when it says nothing of it, or cannot
  /// be read without guessing.
  package func observation(of payload: Span<UInt8>, at now: Timestamp) -> LockObservation? {
    guard payload.count <= Self.maximumLength else { return nil }
    switch self {
    case .homeAssistant(let words):
      guard let state = words.states.first(where: { Self.isEqual($0.key, payload) })?.value else {
        return nil
      }
      return LockObservation(state: state, receivedAt: now)
    case .zigbee2MQTT(let open):
      guard case .object(let report)? = try? JSONValue(parsing: payload) else { return nil }
      return Zigbee2MQTTReport(report, open: open).observation(at: now)
    }
  }

  /// What a message on the availability topic says: nobody knows the state of a lock that is
  /// offline. Nil for one that is online, or cannot be read. Both are a word, or JSON with it as
  /// `state` (<https://www.zigbee2mqtt.io/guide/configuration/device-availability.html>).
  package static func availability(
    of payload: Span<UInt8>, at now: Timestamp
  ) -> LockObservation? {
    guard payload.count <= maximumLength else { return nil }
    var isOffline = isEqual("offline", payload)
    if case .object(let object)? = try? JSONValue(parsing: payload) {
      isOffline = object["state"] == .string("offline")
    }
    return isOffline ? LockObservation(state: .unknown, receivedAt: now) : nil
  }

  private static func isEqual(_ word: String, _ payload: Span<UInt8>) -> Bool {
    let word = word.utf8.span
    guard word.count == payload.count else { return false }
    for index in word.indices where word[index] != payload[index] { return false }
    return true
  }
}
