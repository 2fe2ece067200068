/// By what a broker knows Keyway, and Keyway the broker. Secrets stay in files, which are read
/// whenever a lock is told.
package struct MQTTCredentials: Hashable, Sendable {
  static let members = ["user", "passwordFile", "caFile", "certificateFile", "keyFile"]

  package let user: String?
  package let passwordFile: String?
  /// The certificates that the broker's is verified with, in PEM; nil for those of the system.
  package let caFile: String?
  /// Keyway's own certificate in PEM with its key, or nil.
  package let certificateFile: String?
  package let keyFile: String?

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  init(_ settings: JSONObject, for broker: MQTTBroker) throws(LockSettingsError) {
    user = try Self.text(settings, "user")
    passwordFile = try Self.text(settings, "passwordFile")
    caFile = try Self.text(settings, "caFile")
    certificateFile = try Self.text(settings, "certificateFile")
    keyFile = try Self.text(settings, "keyFile")
    if passwordFile != nil, user == nil {
      throw LockSettingsError("user", "is missing, which passwordFile needs")
    }
    if certificateFile != nil, keyFile == nil {
      throw LockSettingsError("keyFile", "is missing, which certificateFile needs")
    }
    if keyFile != nil, certificateFile == nil {
      throw LockSettingsError("certificateFile", "is missing, which keyFile needs")
    }
    guard !broker.isEncrypted else { return }
    if let member = ["caFile", "certificateFile"].first(where: { settings[$0] != nil }) {
      throw LockSettingsError(member, "needs a broker with mqtts://")
    }
    if user != nil, !broker.isLoopback {
      throw LockSettingsError("user", "would be sent in the clear; use a broker with mqtts://")
    }
  }

  private static func text(
    _ settings: JSONObject, _ member: String
  ) throws(LockSettingsError) -> String? {
    guard let text = settings.text(member) else { return nil }
    if text.isEmpty { throw LockSettingsError(member, "is empty") }
    if text.utf8.contains(0) { throw LockSettingsError(member, "has a control character") }
    return text
  }
}
