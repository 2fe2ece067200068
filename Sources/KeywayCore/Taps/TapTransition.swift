/// What the inbox did at a step of the app's life.
package struct TapTransition: Hashable, Sendable {
  /// The tap that waited for this step, to be decided now; nil when none did.
  package let handedOver: Tap?
  /// The pending tap that ended with its process, or nil.
  package let dropped: Tap.ID?

  package init(handedOver: Tap? = nil, dropped: Tap.ID? = nil) {
    self.handedOver = handedOver
    self.dropped = dropped
  }
}
