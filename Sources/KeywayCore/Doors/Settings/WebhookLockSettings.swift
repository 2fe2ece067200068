/// How a lock behind a web service is reached: the members of a door's `lock` with the driver
/// `webhook`.
package struct WebhookLockSettings: Hashable, Sendable {
  package static let members = ["url", "secretFile", "caFile", "allowPrivate", "verbs"]

  /// The word in `verbs` for a service that says what its lock's state is when it is asked.
  private static let report = "report"

  package let url: WebhookURL
  /// The absolute path of the file with the secret that requests are signed with.
  package let secretFile: String
  /// The absolute path of a file with the only authorities that vouch for the service (PEM), or nil
  /// for those of the system.
  package let caFile: String?
  /// Whether the service may be on this machine or in a private network; one in the Internet may
  /// not be then when the URL is `http`.
  package let allowsPrivate: Bool
  package let verbs: Set<LockCommand.Verb>
  /// Whether the service may be asked for the lock's state.
  package let reports: Bool

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  package init(_ settings: JSONObject) throws(LockSettingsError) {
    url = try WebhookURL(parsing: settings.required("url"), member: "url")
    secretFile = try Self.path(settings.required("secretFile"), "secretFile")
    caFile =
      if let path = settings.text("caFile") { try Self.path(path, "caFile") } else { nil }
    switch settings.text("allowPrivate") {
    case nil, "false": allowsPrivate = false
    case "true": allowsPrivate = true
    case let text?: throw LockSettingsError("allowPrivate", "is '\(text)', not true or false")
    }
    guard url.isEncrypted || allowsPrivate else {
      throw LockSettingsError("url", "is http, which is for private addresses: see allowPrivate")
    }
    guard url.isEncrypted || caFile == nil else {
      throw LockSettingsError("caFile", "is for https")
    }
    (verbs, reports) = try Self.verbs(settings.text("verbs") ?? "unlock,lock")
  }

  /// The service is not started where the operator stands.
  private static func path(
    _ path: String, _ member: String
  ) throws(LockSettingsError) -> String {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw LockSettingsError(member, "is '\(path)', which is no absolute path")
    }
    return path
  }

  private static func verbs(
    _ text: String
  ) throws(LockSettingsError) -> (Set<LockCommand.Verb>, reports: Bool) {
    var verbs: Set<LockCommand.Verb> = []
    var reports = false
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      if word == report {
        reports = true
      } else if let verb = LockCommand.Verb(rawValue: String(word)) {
        verbs.insert(verb)
      } else {
        let all = (LockCommand.Verb.allCases.map(\.rawValue) + [report]).joined(separator: ", ")
        throw LockSettingsError("verbs", "has '\(word)'; known are \(all)")
      }
    }
    return (verbs, reports)
  }
}
