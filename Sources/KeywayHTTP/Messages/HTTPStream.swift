internal import Synchronization

/// The body of an answer that is made while it is sent: one thread writes, the transport reads.
package final class HTTPStream: Sendable {
  /// The reader has gone, or was too slow, or the stream was ended by somebody else.
  package struct Closed: Error {
    package init() {}
  }

  enum Writer {
    case writing
    case finished
    case aborted
  }

  struct State {
    var buffer: [UInt8] = []
    /// Where the bytes begin that were not read yet.
    var first = 0
    var writer = Writer.writing
    var isClosed = false
    /// The connection that waits for more.
    var suspended: ConnectionHandle?
    /// Another reader that waits for more.
    var wake: (@Sendable () -> Void)?
    /// Who waits for room.
    var waiting: WakeUp?
    /// How often the reader took something.
    var takes = 0
    var listeners: [@Sendable () -> Void] = []
    /// Ends the connection.
    var cut: (@Sendable () -> Void)?

    var isEnded: Bool { isClosed || writer != .writing }
    var waitingBytes: Int { buffer.count - first }
  }

  let state = Mutex(State())
  private let capacity: Int
  private let patience: Duration

  /// - Parameters:
  ///   - capacity: the most bytes that wait for the reader.
  ///   - patience: how long a reader may take nothing while that many wait.
  package init(capacity: Int = 262_144, patience: Duration = .seconds(30)) {
    self.capacity = capacity
    self.patience = patience
  }

  /// Hands bytes to the reader. Blocks while too many wait for it, in an answer that was not given
  /// to the transport yet, too.
  ///
  /// - Throws: when the reader has gone, or took nothing for too long; nothing more can be written.
  package func write(_ bytes: [UInt8]) throws(Closed) {
    var rest = bytes[...]
    while true {
      switch put(&rest) {
      case .done: return
      case .ended: throw Closed()
      case .full(let wakeUp, let takes): try wait(wakeUp, since: takes)
      }
    }
  }

  /// Nothing more follows: the answer is whole.
  package func finish() {
    end(.finished)
  }

  /// Nothing more follows, and the answer is not whole: the connection ends without the last chunk,
  /// also when bytes wait to be read.
  package func abort() {
    end(.aborted)
  }

  /// Whether nobody reads any more.
  package var isClosed: Bool {
    state.withLock { $0.isClosed }
  }

  /// Calls the function once, when nobody reads any more, which also follows a whole answer; at once
  /// when that is so already. It runs on a thread of the transport and must not block.
  package func onClose(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.listeners.append(body) }
      return state.isClosed
    }
    if isClosed { body() }
  }

  private enum Putting {
    case done
    case ended
    case full(WakeUp?, takes: Int)
  }

  private func put(_ rest: inout ArraySlice<UInt8>) -> Putting {
    let (putting, taken, wake) = state.withLock { [rest] state in
      guard !state.isEnded else { return (Putting.ended, 0, (@Sendable () -> Void)?.none) }
      let taken = min(rest.count, capacity - state.waitingBytes)
      state.buffer.append(contentsOf: rest.prefix(taken))
      let wake = taken > 0 ? state.notify() : nil
      guard taken < rest.count else { return (.done, taken, wake) }
      let wakeUp = WakeUp()
      state.waiting = wakeUp
      return (.full(wakeUp, takes: state.takes), taken, wake)
    }
    wake?()
    rest.removeFirst(taken)
    return putting
  }

  /// Waits until the reader takes something.
  private func wait(_ wakeUp: WakeUp?, since takes: Int) throws(Closed) {
    let end = CoarseClock.now + patience.wholeMilliseconds
    while true {
      let (isEnded, isMoving) = state.withLock { ($0.isEnded, $0.takes != takes) }
      if isEnded { throw Closed() }
      if isMoving { return }
      let rest = end - CoarseClock.now
      guard rest > 0 else { break }
      // Without a descriptor it looks again and again.
      if let wakeUp {
        _ = wakeUp.wait(milliseconds: CInt(clamping: rest))
      } else {
        CoarseClock.sleep(milliseconds: 10)
      }
    }
    abort()
    state.withLock { $0.cut }?()
    close()
    throw Closed()
  }

  private func end(_ writer: Writer) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.writer == .writing else { return nil }
      state.writer = writer
      state.waiting?.raise()
      return state.notify()
    }
    wake?()
  }
}

extension HTTPStream.State {
  /// Has the library look at the stream again, which has to be done under the lock: the connection
  /// may end as soon as it is resumed.
  ///
  /// - Returns: what the caller calls without the lock.
  mutating func notify() -> (@Sendable () -> Void)? {
    suspended?.resume()
    suspended = nil
    defer { wake = nil }
    return wake
  }

  /// Removes bytes and lets the writer go on.
  mutating func take<T>(atMost most: Int, _ body: (ArraySlice<UInt8>) -> T) -> T? {
    let count = min(most, waitingBytes)
    guard count > 0 else { return nil }
    let result = body(buffer[first..<first + count])
    first += count
    if first == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= buffer.count / 2 {
      buffer.removeFirst(first)
      first = 0
    }
    takes += 1
    waiting?.raise()
    waiting = nil
    return result
  }
}
