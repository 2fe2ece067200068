/// A member of a door's `lock` that its driver cannot use.
package struct LockSettingsError: Error, Hashable, Sendable {
  /// The member's name.
  package let member: String
  /// What is wrong with it, in words that follow its name.
  package let message: String

  package init(_ member: String, _ message: String) {
    self.member = member
    self.message = message
  }
}

extension JSONObject {
  /// The member, which the driver cannot do without.
  func required(_ member: String) throws(LockSettingsError) -> String {
    guard let text = text(member) else { throw LockSettingsError(member, "is missing") }
    return text
  }
}
