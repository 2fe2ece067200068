internal import Synchronization

extension HTTPStream {
  /// What a reader finds.
  package enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    /// Nothing yet; the reader is called back when there is.
    case nothing
    case end
    /// The writer gave up: what was sent is not whole.
    case broken
  }

  /// Takes out what there is, at most so many bytes. Does not block.
  ///
  /// - Parameter wake: called once, from any thread, when nothing was there and something is.
  package func read(
    atMost count: Int = .max, whenThereIs wake: @escaping @Sendable () -> Void = {}
  ) -> Piece {
    state.withLock { state in
      if state.writer == .aborted { return .broken }
      if let bytes = state.take(atMost: count, { Array($0) }) { return .bytes(bytes) }
      if state.writer == .finished { return .end }
      state.wake = wake
      return .nothing
    }
  }

  /// Tells the writer that nobody reads any more.
  package func close() {
    let (listeners, wake) = state.withLock { state in
      state.isClosed = true
      state.buffer = []
      state.first = 0
      state.cut = nil
      state.waiting?.raise()
      if state.writer == .writing { state.writer = .aborted }
      defer { state.listeners = [] }
      return (state.listeners, state.notify())
    }
    wake?()
    for listener in listeners { listener() }
  }

  /// What the transport finds.
  enum Reading {
    case bytes(Int)
    /// There is none now; the connection was suspended.
    case later
    case end
    /// The connection is to end, so that the client sees that something is missing.
    case cut
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
      if state.writer == .aborted { return .cut }
      let count = state.take(atMost: place.count) { bytes in
        unsafe place.copyBytes(from: bytes)
        return bytes.count
      }
      if let count { return .bytes(count) }
      if state.writer == .finished { return .end }
      guard mayWait() else { return .cut }
      handle.suspend()
      state.suspended = handle
      return .later
    }
  }
}
