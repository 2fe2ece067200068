internal import Glibc

/// The thread that ends connections whose time is over.
final class Sweeper: Sendable {
  private let wakeUp: WakeUp
  private let thread: SystemThread

  /// Starts the thread; nil when the system gives none.
  init?(_ desk: FrontDesk) {
    guard let wakeUp = WakeUp(),
      let thread = SystemThread(stackSize: 256 << 10, { Self.sweep(desk, until: wakeUp) })
    else { return nil }
    self.wakeUp = wakeUp
    self.thread = thread
  }

  /// Waits for the thread's end. Blocks. To be called once.
  func stop() {
    wakeUp.raise()
    thread.join()
  }

  private static func sweep(_ desk: FrontDesk, until wakeUp: WakeUp) {
    let step = desk.limits.step
    var lingering = LingeringSockets()
    var next = CoarseClock.now + step
    while !lingering.wait(for: wakeUp, milliseconds: max(1, next - CoarseClock.now)) {
      lingering.add(desk.connections.takeLingering())
      let now = CoarseClock.now
      guard now >= next else { continue }
      next = now + step
      for connection in desk.connections.all {
        if connection.isLate(at: now) {
          connection.cut()
        } else if connection.isAnswering {
          connection.lookForReader()
        }
      }
    }
    lingering.closeAll()
    LingeringSockets.close(desk.connections.takeLingering())
  }
}

extension HTTPServer.Limits {
  /// How often time is looked at, in milliseconds.
  fileprivate var step: Int64 {
    let shortest = min(headTime, idleTime, takingTime).wholeMilliseconds
    return min(max(shortest / 4, 5), 250)
  }
}
