/// What tells whether a token that is known and was not revoked holds.
package struct TokenStanding: Hashable, Sendable {
  package let principal: Principal
  /// Exclusive; nil for never.
  package let expiresAt: Timestamp?
  /// The state of its device, or nil for a token of no device.
  package let device: Standing?
  package let isDeviceRemoved: Bool

  package init(
    principal: Principal, expiresAt: Timestamp?, device: Standing?, isDeviceRemoved: Bool
  ) {
    self.principal = principal
    self.expiresAt = expiresAt
    self.device = device
    self.isDeviceRemoved = isDeviceRemoved
  }

  /// Who asks, or nil when the token does not hold at that instant, for whatever reason: nobody
  /// is to learn more from it.
  package func principal(at instant: Timestamp) -> Principal? {
    if let expiresAt, expiresAt <= instant { return nil }
    if device == .suspended || isDeviceRemoved { return nil }
    return principal
  }
}
