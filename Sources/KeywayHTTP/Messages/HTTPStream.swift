internal import Synchronization

/// The body of an answer that is made while it is sent: one thread writes, the transport reads.
package final class HTTPStream: Sendable {
  /// The reader has gone, or was too slow.
  package struct Closed: Error {
    package init() {}
  }

  private struct State: Sendable {
    var bytes: [UInt8] = []
    var isFinished = false
    var isAborted = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds bytes to the body.
  package func write(_ bytes: [UInt8]) throws(Closed) {
    let isOpen = state.withLock { state in
      guard !state.isFinished, !state.isAborted else { return false }
      state.bytes += bytes
      return true
    }
    if !isOpen { throw Closed() }
  }

  /// Ends the body as a whole one.
  package func finish() { state.withLock { $0.isFinished = true } }

  /// Ends the body in such a way that the other side knows that something is missing.
  package func abort() { state.withLock { $0.isAborted = true } }

  /// What was written since the last call, perhaps nothing; nil at the end of the body.
  package func read() -> [UInt8]? {
    state.withLock { state in
      guard !state.bytes.isEmpty else { return state.isFinished || state.isAborted ? nil : [] }
      defer { state.bytes = [] }
      return state.bytes
    }
  }
}
