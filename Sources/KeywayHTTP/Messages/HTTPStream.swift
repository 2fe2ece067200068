internal import Synchronization

/// The body of an answer that is made while it is sent: one thread writes, the transport reads.
package final class HTTPStream: Sendable {
  /// The reader has gone, or was too slow.
  package struct Closed: Error {
    package init() {}
  }

  /// What the transport gets.
  enum Reading {
    case bytes(Int)
    /// There is none now; the connection was suspended.
    case later
    case end
    /// The connection is to end, so that the client sees that something is missing.
    case cut
  }

  private enum Writer {
    case writing
    case finished
    case aborted
  }

  private struct State {
    var buffer: [UInt8] = []
    /// Where the bytes begin that were not read yet.
    var first = 0
    var writer = Writer.writing
    var isClosed = false
    /// The connection that waits for more.
    var suspended: ConnectionHandle?
    /// Who waits for room.
    var waiting: WakeUp?
    /// How often the reader took something.
    var takes = 0
    var listeners: [@Sendable () -> Void] = []
    /// Ends the connection.
    var cut: (@Sendable () -> Void)?

    var room: Int { HTTPStream.capacity - (buffer.count - first) }

    /// Has the library look at the stream again.
    mutating func resume() {
      suspended?.resume()
      suspended = nil
    }
  }

  private let state = Mutex(State())
  private let patience: Duration

  /// - Parameter patience: how long a reader may take nothing while the buffer is full.
  package init(patience: Duration = .seconds(30)) {
    self.patience = patience
  }

  /// The most bytes that wait for the reader.
  static var capacity: Int { 262_144 }

  /// Hands bytes to the reader. Blocks while it is slow; without an answer that carries the stream,
  /// once the buffer is full.
  ///
  /// - Throws: when the reader has gone, or took nothing for too long; nothing more can be written.
  package func write(_ bytes: [UInt8]) throws(Closed) {
    var rest = bytes[...]
    while true {
      switch put(&rest) {
      case .done: return
      case .closed: throw Closed()
      case .full(let wakeUp, let takes): try wait(wakeUp, since: takes)
      }
    }
  }

  /// Nothing more follows: the answer is whole.
  package func finish() {
    state.withLock { state in
      guard case .writing = state.writer else { return }
      state.writer = .finished
      state.resume()
    }
  }

  /// Nothing more follows, and the answer is not whole: the connection ends without the last chunk.
  package func abort() {
    state.withLock { state in
      guard case .writing = state.writer else { return }
      state.writer = .aborted
      state.resume()
    }
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
    case closed
    case full(WakeUp?, takes: Int)
  }

  private func put(_ rest: inout ArraySlice<UInt8>) -> Putting {
    let count = rest.count
    let (putting, taken) = state.withLock { [rest] state -> (Putting, Int) in
      guard !state.isClosed, case .writing = state.writer else { return (.closed, 0) }
      let taken = min(count, state.room)
      if taken > 0 {
        state.buffer.append(contentsOf: rest.prefix(taken))
        state.resume()
      }
      guard taken < count else { return (.done, taken) }
      if state.waiting == nil { state.waiting = WakeUp() }
      return (.full(state.waiting, takes: state.takes), taken)
    }
    rest.removeFirst(taken)
    return putting
  }

  /// Waits until the reader takes something.
  private func wait(_ wakeUp: WakeUp?, since takes: Int) throws(Closed) {
    let end = CoarseClock.now + patience.wholeMilliseconds
    while true {
      let (isClosed, isMoving) = state.withLock { ($0.isClosed, $0.takes != takes) }
      if isClosed { throw Closed() }
      if isMoving { return }
      let rest = end - CoarseClock.now
      guard rest > 0 else { break }
      _ = wakeUp?.wait(milliseconds: CInt(clamping: wakeUp == nil ? min(rest, 10) : rest))
    }
    abort()
    state.withLock { $0.cut }?()
    leave()
    throw Closed()
  }

  /// An answer carries the stream from now on; `cut` ends its connection from any thread.
  func attach(cut: @escaping @Sendable () -> Void) {
    state.withLock { $0.cut = cut }
  }

  /// Takes bytes for the connection, or suspends it until there are some.
  ///
  /// - Parameter mayWait: asked under the lock that ``abort()`` takes.
  func read(
    into place: UnsafeMutableRawBufferPointer, on handle: ConnectionHandle, mayWait: () -> Bool
  ) -> Reading {
    state.withLock { state in
      if case .aborted = state.writer { return .cut }
      let count = min(place.count, state.buffer.count - state.first)
      if count > 0 {
        let part = state.buffer[state.first..<state.first + count]
        unsafe place.copyBytes(from: part)
        state.first += count
        if state.first == state.buffer.count {
          state.buffer.removeAll(keepingCapacity: true)
          state.first = 0
        } else if state.first >= Self.capacity / 2 {
          state.buffer.removeFirst(state.first)
          state.first = 0
        }
        state.takes += 1
        state.waiting?.raise()
        return .bytes(count)
      }
      if case .finished = state.writer { return .end }
      guard mayWait() else { return .cut }
      handle.suspend()
      state.suspended = handle
      return .later
    }
  }

  /// The reader has gone.
  func leave() {
    let listeners = state.withLock { state -> [@Sendable () -> Void] in
      state.isClosed = true
      state.buffer = []
      state.first = 0
      state.cut = nil
      state.waiting?.raise()
      if case .writing = state.writer { state.writer = .aborted }
      state.resume()
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener() }
  }
}
