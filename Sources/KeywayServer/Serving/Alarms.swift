import KeywayService

/// Calls back after a time, all on one thread; what is called must not block.
final class Alarms: Sendable {
  private struct State: Sendable {
    var alarms: [(at: ContinuousClock.Instant, body: @Sendable () -> Void)] = []
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Calls the body once, not before the time has passed.
  func set(after time: Duration, _ body: @escaping @Sendable () -> Void) {
    let instant = ContinuousClock.now + time
    state.change { state in
      let place = state.alarms.firstIndex { instant < $0.at } ?? state.alarms.endIndex
      state.alarms.insert((at: instant, body: body), at: place)
    }
  }

  /// Calls back until it is closed. Blocks: for a thread of its own.
  func run() {
    while let due = next() {
      for body in due { body() }
    }
  }

  /// Calls back nobody any more.
  func close() {
    state.change { $0.isClosed = true }
  }

  private func next() -> [@Sendable () -> Void]? {
    while true {
      let left = state.look { $0.alarms.first.map { $0.at - ContinuousClock.now } ?? .seconds(60) }
      let due = state.wait(atMost: max(.milliseconds(1), left)) {
        state -> [@Sendable () -> Void]?? in
        if state.isClosed { return .some(nil) }
        let now = ContinuousClock.now
        let count = state.alarms.prefix { $0.at <= now }.count
        defer { state.alarms.removeFirst(count) }
        return count > 0 ? .some(state.alarms.prefix(count).map(\.body)) : nil
      }
      if let due { return due }
    }
  }
}
