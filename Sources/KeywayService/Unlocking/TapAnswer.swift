package import KeywayCore

/// What the sender of a tap is told.
package struct TapAnswer: Hashable, Sendable {
  /// How the tap came to a command; raw values stand in files.
  package enum Joining: String, Sendable {
    case new
    /// It joined a command that was already on its way.
    case coalesced
  }

  package var tap: String
  package var decision: Decision
  /// The canonical link that an item became, or nil.
  package var link: String?
  package var key: String?
  package var door: String?
  package var screen: String?
  /// When the key would next work, where it does not yet; nil otherwise.
  package var nextValid: Timestamp?
  /// In how many milliseconds there is a token again, where there was none; nil otherwise.
  package var wait: Int64?
  /// Whether only an exception of the door keeps the tap outside the key's hours.
  package var isException = false
  package var userInfo: UserInfo?
  package var joining: Joining?
  /// The command that the tap started or joined, or nil.
  package var command: LockCommand.ID?
  /// The deadline of a new command, as ``ServiceEnvironment/uptime`` goes; nil where there is none.
  package var deadline: Duration?
  /// The tap that this one repeats, or nil.
  package var repeated: String?

  package init(tap: String, decision: Decision) {
    self.tap = tap
    self.decision = decision
  }

  /// Takes out what the answer tells of what was tapped: what is remembered of an erased phone does
  /// not lead to the log.
  mutating func forgetSubject() {
    link = nil
    key = nil
    door = nil
  }

  /// The same in seconds, rounded up, as HTTP has it (RFC 9110, section 10.2.3).
  package var retryAfter: Int64? { wait.map { ($0 + 999) / 1_000 } }

  /// The stored field that denied, in words of the site file, or nil when none did.
  package var rule: StaticString? {
    guard case .denied(let refusal) = decision else { return nil }
    return isException ? "door.exceptions" : refusal.rule
  }

  /// The members of a replay's output line that the answer has.
  package var members: JSONObject {
    var object = JSONObject()
    object["tap"] = .string(tap)
    object["link"] = link.map(JSONValue.string)
    object["key"] = key.map(JSONValue.string)
    if mayTellDoor { object["door"] = door.map(JSONValue.string) }
    object["screen"] = screen.map(JSONValue.string)
    object["nextValid"] = nextValid.map { .string($0.rfc3339) }
    object["retryAfter"] = retryAfter.map(JSONValue.integer)
    object["userInfo"] = userInfo.map { .object($0.object) }
    object["command"] = joining.map { .string($0.rawValue) }
    object["of"] = repeated.map(JSONValue.string)
    switch decision {
    case .granted:
      object["outcome"] = .string("granted")
    case .opened:
      object["outcome"] = .string("opened")
    case .denied(let refusal):
      object["outcome"] = .string("denied")
      object["reason"] = .string(refusal.reason.rawValue)
      object["detail"] = refusal.detail.map { .string($0.text) }
    }
    return object
  }

  /// Whether the sender may learn which door the key belongs to: not before it is certain that the
  /// key is the sender's, or for everyone. The log knows it all the same.
  private var mayTellDoor: Bool {
    guard case .denied(let refusal) = decision else { return true }
    switch refusal.reason {
    case .staleTap, .clockSkew, .badSignature, .unknownDevice, .wrongHolder: return false
    case .revoked: return refusal.detail != .device
    default: return true
    }
  }
}
