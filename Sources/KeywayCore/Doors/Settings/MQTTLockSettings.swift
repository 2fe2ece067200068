/// How a lock behind an MQTT broker is reached: the members of a door's `lock` with the driver
/// `mqtt`.
package struct MQTTLockSettings: Hashable, Sendable {
  /// Which words the lock understands; raw values stand in files.
  package enum Dialect: String, Sendable, CaseIterable {
    case homeAssistant = "homeassistant"
    case zigbee2MQTT = "zigbee2mqtt"
  }

  package static let members = [
    "broker", "dialect", "topic", "commandTopic", "stateTopic", "payloadLock", "payloadUnlock",
    "payloadOpen", "stateLocked", "stateUnlocked", "stateLocking", "stateUnlocking",
    "stateJammed", "user", "passwordFile", "caFile", "certificateFile", "keyFile",
  ]

  /// `mqtt://host:port`, or `mqtts://` with TLS.
  package let broker: String
  package let dialect: Dialect

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  package init(_ settings: JSONObject) throws(LockSettingsError) {
    broker = try settings.required("broker")
    let name = try settings.required("dialect")
    guard let dialect = Dialect(rawValue: name) else {
      throw LockSettingsError("dialect", "is '\(name)', not homeassistant or zigbee2mqtt")
    }
    self.dialect = dialect
  }
}
