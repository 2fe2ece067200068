/// One call by which a tap, or an echo of one, reaches the app.
package struct TapDelivery: Hashable, Sendable {
  /// The scene of a delivery that names none.
  package static let mainScene = "main"

  package let channel: TapChannel
  package let scene: String
  package let payload: TapPayload
  /// By the phone's clock.
  package let at: Timestamp
  /// What the sender calls the tap, or nil when it has no name of its own for it.
  package let id: String?
  package let flags: Set<TapFlag>
  /// The version of the shortcut set that the phone showed, or nil when it is not known.
  package let list: Int64?

  package init(
    channel: TapChannel, scene: String = TapDelivery.mainScene, payload: TapPayload, at: Timestamp,
    id: String? = nil, flags: Set<TapFlag> = [], list: Int64? = nil
  ) {
    self.channel = channel
    self.scene = scene
    self.payload = payload
    self.at = at
    self.id = id
    self.flags = flags
    self.list = list
  }

  /// Whether the delivery carries a tap rather than the echo of an old one.
  package var carriesTap: Bool { !flags.contains(where: \.isEcho) }
}
