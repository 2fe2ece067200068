/// One activation of an item or a link, however often it was delivered.
package struct Tap: Identifiable, Hashable, Sendable {
  /// The sender's name for it, or the inbox's.
  package let id: String
  /// Whether the sender named it.
  package let isNamedBySender: Bool
  package let payload: TapPayload
  /// Of the first delivery.
  package let channel: TapChannel
  /// Of the first delivery.
  package let scene: String
  /// Of the first delivery; the tap's age counts from it.
  package let at: Timestamp
  /// Of the first delivery: a later one cannot add a confirmation.
  package let flags: Set<TapFlag>
  /// Of the first delivery that knew it.
  package private(set) var list: Int64?
  /// Whether a completion handler waits for the outcome, since one of the deliveries brought one.
  package private(set) var hasCompletionHandler: Bool

  /// The tap of which `delivery` is the first, under the name `id`.
  package init(id: String, delivery: TapDelivery) {
    self.id = id
    isNamedBySender = delivery.id != nil
    payload = delivery.payload
    channel = delivery.channel
    scene = delivery.scene
    at = delivery.at
    flags = delivery.flags
    list = delivery.list
    hasCompletionHandler = delivery.channel.hasCompletionHandler
  }

  /// Notes another delivery of the same tap.
  mutating func join(_ delivery: TapDelivery) {
    if list == nil { list = delivery.list }
    if delivery.channel.hasCompletionHandler { hasCompletionHandler = true }
  }
}
