/// How a lock behind a web service is reached: the members of a door's `lock` with the driver
/// `webhook`.
package struct WebhookLockSettings: Hashable, Sendable {
  package static let members = ["url", "secretFile", "caFile", "allowPrivate"]

  package let url: String
  /// The path of the file with the secret that requests are signed with.
  package let secretFile: String

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  package init(_ settings: JSONObject) throws(LockSettingsError) {
    url = try settings.required("url")
    secretFile = try settings.required("secretFile")
  }
}
