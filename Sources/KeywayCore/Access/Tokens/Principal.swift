/// Who asks the service for something, by a token that holds.
package struct Principal: Hashable, Sendable {
  package let token: Token.ID
  package let role: TokenRole
  /// The phone that asks; of the role `device`, and of no other.
  package let device: Device.ID?
  /// What may be asked about, or nil for all.
  package let scope: TokenScope?
  /// The random name under which the log knows the token.
  package let pseudonym: String
  /// The beginning of the minute that was noted as the token's last use, or nil.
  package let lastUsedAt: Timestamp?

  package init(
    token: Token.ID, role: TokenRole, device: Device.ID?, scope: TokenScope?, pseudonym: String,
    lastUsedAt: Timestamp?
  ) {
    self.token = token
    self.role = role
    self.device = device
    self.scope = scope
    self.pseudonym = pseudonym
    self.lastUsedAt = lastUsedAt
  }
}
