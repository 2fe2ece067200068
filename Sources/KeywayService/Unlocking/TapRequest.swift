package import KeywayCore
package import KeywayStore

/// A tap that is to be decided.
package struct TapRequest: Hashable, Sendable {
  package let tap: TapIdentity
  /// The device as the sender names it, or nil when it names none.
  package let device: String?
  package let payload: TapPayload
  package let channel: TapChannel
  /// When the person tapped, by the service's clock.
  package let tappedAt: Timestamp
  /// Whether the sender's clock is too far off for its instants to count.
  package let isClockSkewed: Bool
  /// The person has confirmed in the app.
  package let isConfirmed: Bool
  /// The version of the set that the phone showed, or nil when it did not say.
  package let listVersion: Int64?

  package init(
    tap: TapIdentity, device: String?, payload: TapPayload,
    channel: TapChannel, tappedAt: Timestamp, isClockSkewed: Bool = false,
    isConfirmed: Bool = false, listVersion: Int64? = nil
  ) {
    self.tap = tap
    self.device = device
    self.payload = payload
    self.channel = channel
    self.tappedAt = tappedAt
    self.isClockSkewed = isClockSkewed
    self.isConfirmed = isConfirmed
    self.listVersion = listVersion
  }
}
