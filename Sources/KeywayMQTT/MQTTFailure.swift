/// Why a lock was certainly not told, or a broker gave nothing; `detail` is stored with the command.
struct MQTTFailure: Error, Hashable, Sendable {
  let detail: String

  init(_ detail: String) {
    self.detail = detail
  }

  /// The limit passed.
  static let late = MQTTFailure("late")
  static let badSettings = MQTTFailure("bad_settings")
  /// A file that the settings name cannot be read or used.
  static let noCredentials = MQTTFailure("no_credentials")
  static let unreachable = MQTTFailure("broker_unreachable")
  static let untrusted = MQTTFailure("certificate_not_trusted")
  static let wrongHost = MQTTFailure("wrong_host_name")
  static let encryption = MQTTFailure("tls_failed")
  static let notAuthorized = MQTTFailure("not_authorized")
  static let refused = MQTTFailure("broker_refused")
  /// The broker does not let Keyway hear the lock's reports.
  static let notSubscribed = MQTTFailure("not_subscribed")

  /// What a broker means that does not take a connection (MQTT 5, section 3.2.2.2).
  init(refusal code: UInt8) {
    switch code {
    // Bad user name or password, not authorized, banned, bad authentication method; 4 and 5 are
    // those of brokers that know MQTT 3.1.1 only.
    case 0x86, 0x87, 0x8A, 0x8C, 4, 5: self = .notAuthorized
    case 0x88, 0x89: self = .unreachable
    default: self = .refused
    }
  }
}
