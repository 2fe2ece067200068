/// The right to ask the service for something, shown by a secret text that is not kept.
package struct Token: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<Token>

  /// For lists and for revoking; no secret.
  package let id: ID
  package let role: TokenRole
  /// Whose token it is; of the role `device`, and of no other.
  package let device: Device.ID?
  /// What it is good for, or nil for all.
  package let scope: TokenScope?
  /// What people call it, or nil.
  package let name: String?
  package let issuedAt: Timestamp
  /// The first instant at which it no longer works, or nil when it has no end.
  package let expiresAt: Timestamp?
  /// The beginning of the minute in which it was used last, or nil.
  package let lastUsedAt: Timestamp?
  /// When it ended by somebody's will, or nil.
  package let revokedAt: Timestamp?

  package init(
    id: ID, role: TokenRole, device: Device.ID? = nil, scope: TokenScope? = nil,
    name: String? = nil, issuedAt: Timestamp, expiresAt: Timestamp? = nil,
    lastUsedAt: Timestamp? = nil, revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.role = role
    self.device = device
    self.scope = scope
    self.name = name
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
    self.revokedAt = revokedAt
  }

  /// What a token is in its own right, whatever its device is.
  package enum State: String, Sendable, CaseIterable {
    case active, expired, revoked
  }

  /// What it is at an instant.
  package func state(at instant: Timestamp) -> State {
    if revokedAt != nil { return .revoked }
    return expiresAt.map { $0 <= instant } ?? false ? .expired : .active
  }

  /// The same token, revoked at an instant unless it was before.
  package func revoked(at instant: Timestamp) -> Token {
    Token(
      id: id, role: role, device: device, scope: scope, name: name, issuedAt: issuedAt,
      expiresAt: expiresAt, lastUsedAt: lastUsedAt, revokedAt: revokedAt ?? instant)
  }
}
