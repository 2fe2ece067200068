/// The payloads of a lock that speaks as Home Assistant's MQTT locks do
/// (<https://www.home-assistant.io/integrations/lock.mqtt/>), each of them the whole message.
package struct HomeAssistantWords: Hashable, Sendable {
  package let lock: String
  package let unlock: String
  /// Nil for a lock that cannot draw its latch.
  package let open: String?
  /// What each report stands for.
  package let states: [String: LockState]

  /// - Throws: ``LockSettingsError`` for an empty word, or one that would stand for two things.
  init(_ settings: JSONObject) throws(LockSettingsError) {
    lock = try Self.word(settings, "payloadLock") ?? "LOCK"
    unlock = try Self.word(settings, "payloadUnlock") ?? "UNLOCK"
    open = try Self.word(settings, "payloadOpen")
    if lock.utf8.elementsEqual(unlock.utf8) {
      throw LockSettingsError("payloadUnlock", "is the same as payloadLock")
    }
    if let open, [lock, unlock].contains(where: { $0.utf8.elementsEqual(open.utf8) }) {
      throw LockSettingsError("payloadOpen", "is the same as another payload")
    }
    var states: [String: LockState] = [:]
    for (member, usual, state) in Self.states {
      let word = try Self.word(settings, member) ?? usual
      guard states.updateValue(state, forKey: word) == nil else {
        throw LockSettingsError(member, "'\(word)' stands for another state, too")
      }
    }
    self.states = states
  }

  private static let states: [(member: String, usual: String, state: LockState)] = [
    ("stateLocked", "LOCKED", .locked), ("stateUnlocked", "UNLOCKED", .unlocked),
    ("stateLocking", "LOCKING", .locking), ("stateUnlocking", "UNLOCKING", .unlocking),
    ("stateJammed", "JAMMED", .jammed), ("stateOpen", "OPEN", .open),
  ]

  private static func word(
    _ settings: JSONObject, _ member: String
  ) throws(LockSettingsError) -> String? {
    guard let word = settings.text(member) else { return nil }
    if word.isEmpty { throw LockSettingsError(member, "is empty") }
    return word
  }
}
