internal import Synchronization

/// A value that threads share, and whose changes they wait for.
package final class Monitor<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  private let condition = Condition()

  package init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// Changes the value and wakes those who wait. Does not block for longer than others change it.
  ///
  /// - Parameter wakingOne: whether one of them is enough, whichever it is.
  package func change<Result: Sendable>(
    wakingOne: Bool = false, _ body: (inout Value) -> Result
  ) -> Result {
    let result = value.withLock { body(&$0) }
    condition.raise(wakingOne: wakingOne)
    return result
  }

  /// Changes the value in a way that nobody waits for.
  package func adjust<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }

  /// Looks at the value as it stands.
  package func look<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    value.withLock { body($0) }
  }

  /// Calls the body at once, and again after every change until it has something. Blocks.
  ///
  /// - Parameter limit: after how long it gives up, and answers nil; nil for never.
  package func wait<Result: Sendable>(
    atMost limit: Duration? = nil, for body: (inout Value) -> Result?
  ) -> Result? {
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      let count = condition.count
      if let result = value.withLock({ body(&$0) }) { return result }
      let left = end.map { $0 - ContinuousClock.now }
      if let left, left <= .zero { return nil }
      condition.sleep(after: count, atMost: left)
    }
  }
}
