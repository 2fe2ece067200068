import Synchronization

/// A value that several threads of a test set and look at.
final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) {
    content = Mutex(value)
  }

  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  func change<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result {
    content.withLock(body)
  }
}
