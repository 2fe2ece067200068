package import KeywayCore

/// The lock drivers that a door may name, each with the members that its `lock` may have besides
/// `driver`.
package enum LockDriverName: String, Sendable, CaseIterable {
  /// A lock in memory that does what it is told, or as its script says.
  case simulator
  /// A lock behind an MQTT broker.
  case mqtt
  /// A lock behind a web service.
  case webhook

  /// The other members of a door's `lock`, all of them texts.
  package var members: [String] {
    switch self {
    case .simulator: SimulatorLockSettings.members
    case .mqtt: MQTTLockSettings.members
    case .webhook: WebhookLockSettings.members
    }
  }

  /// Reads the members as the driver will.
  ///
  /// - Throws: ``LockSettingsError`` for the first that cannot be used.
  package func check(_ settings: JSONObject) throws(LockSettingsError) {
    switch self {
    case .simulator: _ = try SimulatorLockSettings(settings)
    case .mqtt: _ = try MQTTLockSettings(settings)
    case .webhook: _ = try WebhookLockSettings(settings)
    }
  }
}
