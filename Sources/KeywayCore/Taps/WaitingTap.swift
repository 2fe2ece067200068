/// A tap that was not handed over when it came.
struct WaitingTap: Sendable {
  private(set) var tap: Tap
  /// Whether one of its deliveries came on a channel that joins a launch.
  private(set) var joinsLaunch: Bool

  init(_ tap: Tap) {
    self.tap = tap
    joinsLaunch = tap.channel.joinsLaunch
  }

  /// Notes another delivery of the tap.
  mutating func join(_ delivery: TapDelivery) {
    tap.join(delivery)
    if delivery.channel.joinsLaunch { joinsLaunch = true }
  }
}
