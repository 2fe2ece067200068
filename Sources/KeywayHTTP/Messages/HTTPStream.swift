internal import Glibc
internal import Synchronization

/// The body of an answer that is made while it is sent: one thread writes, the transport reads.
package final class HTTPStream: Sendable {
  /// The reader has gone, or was too slow.
  package struct Closed: Error {
    package init() {}
  }

  /// What a reader finds.
  package enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    /// Nothing yet; the reader is called back when there is.
    case nothing
    case end
    /// The writer gave up: what was sent is not whole.
    case broken
  }

  private struct State {
    var bytes: [UInt8] = []
    var isFinished = false
    var isBroken = false
    var isClosed = false
    /// Called once when there is something to read again.
    var wake: (@Sendable () -> Void)?
  }

  /// How many bytes wait to be read at most.
  private let capacity: Int
  /// How long a writer waits for a reader.
  private let patience: Duration
  private let state = Mutex(State())

  package init(capacity: Int = 256 * 1_024, patience: Duration = .seconds(30)) {
    self.capacity = capacity
    self.patience = patience
  }

  /// Whether nobody reads any more.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds bytes. Blocks while too many wait to be read, for the stream's patience at most; then the
  /// stream is broken.
  ///
  /// - Throws: ``Closed``.
  package func write(_ bytes: [UInt8]) throws(Closed) {
    let end = ContinuousClock.now + patience
    while true {
      let (isTaken, isOver, wake) = state.withLock {
        state -> (Bool, Bool, (@Sendable () -> Void)?) in
        if state.isClosed || state.isBroken || state.isFinished { return (false, true, nil) }
        if !state.bytes.isEmpty, state.bytes.count + bytes.count > capacity {
          return (false, false, nil)
        }
        state.bytes += bytes
        defer { state.wake = nil }
        return (true, false, state.wake)
      }
      wake?()
      if isTaken { return }
      if isOver { throw Closed() }
      if ContinuousClock.now > end {
        abort()
        throw Closed()
      }
      usleep(2_000)
    }
  }

  /// Says that all is written.
  package func finish() {
    change { $0.isFinished = true }
  }

  /// Breaks the answer off, so that the reader sees that it is not whole.
  package func abort() {
    change { $0.isBroken = true }
  }

  /// Takes out what there is, at most so many bytes. Does not block.
  ///
  /// - Parameter wake: called once, from any thread, when nothing was there and something is.
  package func read(
    atMost count: Int = .max, whenThereIs wake: @escaping @Sendable () -> Void = {}
  ) -> Piece {
    state.withLock { state in
      if state.isBroken { return .broken }
      if state.bytes.isEmpty {
        if state.isFinished { return .end }
        state.wake = wake
        return .nothing
      }
      if state.bytes.count <= count {
        defer { state.bytes = [] }
        return .bytes(state.bytes)
      }
      defer { state.bytes.removeFirst(count) }
      return .bytes(Array(state.bytes.prefix(count)))
    }
  }

  /// Tells the writer that nobody reads any more.
  package func close() {
    change { $0.isClosed = true }
  }

  private func change(_ body: (inout State) -> Void) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      body(&state)
      defer { state.wake = nil }
      return state.wake
    }
    wake?()
  }
}
