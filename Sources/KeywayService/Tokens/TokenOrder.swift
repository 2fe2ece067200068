package import KeywayCore
package import KeywayStore

/// What a token is to be.
package struct TokenOrder: Hashable, Sendable {
  /// When it is to end.
  package enum End: Hashable, Sendable {
    /// After the time that is usual for its role, which may be never.
    case usual
    /// The first instant at which it no longer works.
    case at(Timestamp)
    /// So many milliseconds after it is issued.
    case after(Int64)
    case never
  }

  package var role: TokenRole
  /// The phone that it is for; with the role `device`, and with no other.
  package var device: Device.ID?
  /// What it is good for, or nil for all; not of a phone, which is held by its keys.
  package var scope: TokenScope?
  /// What people call it, or nil.
  package var name: String?
  package var end: End

  package init(
    role: TokenRole, device: Device.ID? = nil, scope: TokenScope? = nil, name: String? = nil,
    end: End = .usual
  ) {
    self.role = role
    self.device = device
    self.scope = scope
    self.name = name
    self.end = end
  }

  /// When it ends if it is issued at an instant; nil for never.
  func expiry(from issuedAt: Timestamp) -> Timestamp? {
    switch end {
    case .at(let instant): instant
    case .after(let time): Timestamp(milliseconds: issuedAt.milliseconds + time)
    case .never: nil
    case .usual:
      role.usualLifetime.map { Timestamp(milliseconds: issuedAt.milliseconds + $0) }
    }
  }
}

/// A token with its secret, which nobody can ask for again.
package struct IssuedToken: Hashable, Sendable {
  package let record: TokenRecord
  /// To be shown once; nil where the token was not really issued.
  package let secret: TokenSecret?
}
