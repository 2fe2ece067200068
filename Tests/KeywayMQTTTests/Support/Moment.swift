import KeywayCore
import Synchronization

/// A clock that counts how often it is looked at, and acts the chosen time.
final class Moment: Sendable {
  private let count = Atomic<Int>(0)
  private let chosen: Int
  private let act: @Sendable () -> Void

  init(_ chosen: Int, _ act: @escaping @Sendable () -> Void) {
    self.chosen = chosen
    self.act = act
  }

  func uptime() -> Duration {
    if count.add(1, ordering: .relaxed).newValue == chosen { act() }
    return Clocks.uptime()
  }
}
