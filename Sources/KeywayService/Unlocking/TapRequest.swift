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
  /// How far the sender's clock was ahead of the service's when the tap arrived, in milliseconds;
  /// 0 where the instant is the service's own.
  package let clockOffset: Int64
  /// The person has confirmed in the app.
  package let isConfirmed: Bool
  /// The version of the set that the phone showed, or nil when it did not say.
  package let listVersion: Int64?

  package init(
    tap: TapIdentity, device: String?, payload: TapPayload,
    channel: TapChannel, tappedAt: Timestamp, clockOffset: Int64 = 0,
    isConfirmed: Bool = false, listVersion: Int64? = nil
  ) {
    self.tap = tap
    self.device = device
    self.payload = payload
    self.channel = channel
    self.tappedAt = tappedAt
    self.clockOffset = clockOffset
    self.isConfirmed = isConfirmed
    self.listVersion = listVersion
  }

  /// A tap as a phone sends it: how old it was is what counts of the phone's own clock, and how far
  /// that clock is off.
  ///
  /// - Parameters:
  ///   - at: when the person tapped, by the phone's clock.
  ///   - sent: when the phone sent the tap, by the same clock.
  ///   - receivedAt: when it arrived, by the service's clock.
  package init(
    tap: TapIdentity, device: String?, payload: TapPayload, channel: TapChannel, at: Timestamp,
    sent: Timestamp, receivedAt: Timestamp, isConfirmed: Bool = false, listVersion: Int64? = nil
  ) {
    let age = sent.milliseconds - at.milliseconds
    self.init(
      tap: tap, device: device, payload: payload, channel: channel,
      tappedAt: Timestamp(milliseconds: receivedAt.milliseconds - age),
      clockOffset: sent.milliseconds - receivedAt.milliseconds, isConfirmed: isConfirmed,
      listVersion: listVersion)
  }
}
