internal import Glibc
internal import Synchronization

/// The other end of a connection.
final class Peer: Sendable {
  /// What is waited for.
  enum Waiting: Sendable {
    /// The head of a request; of the first one, or of another on a connection that was kept.
    case head(isFirst: Bool)
    /// A body, until its time is over.
    case body(within: Duration)
    /// The answer, which is not the client's to make.
    case answer
  }

  private struct State {
    var waiting = Waiting.head(isFirst: true)
    var since: ContinuousClock.Instant
    /// -1 when the connection is being closed: the number may then be another file's.
    var socket: CInt
  }

  let address: NetworkAddress?
  let client: HTTPClient
  /// Whether it may speak for clients behind it.
  let isProxy: Bool
  private let state: Mutex<State>

  init(socket: CInt, address: NetworkAddress?, isTLS: Bool, proxies: [Network]) {
    self.address = address
    isProxy = address.map { address in proxies.contains { $0.contains(address) } } ?? false
    client = HTTPClient(
      address: address?.description ?? "unknown", isSecure: isTLS || address?.isLoopback ?? false)
    state = Mutex(State(since: .now, socket: socket))
  }

  func wait(for waiting: Waiting) {
    state.withLock { state in
      state.waiting = waiting
      state.since = .now
    }
  }

  /// How long it has asked for nothing; nil while it is owed an answer or sends a body.
  func idleTime(at now: ContinuousClock.Instant) -> Duration? {
    state.withLock { state in
      if case .head = state.waiting { now - state.since } else { nil }
    }
  }

  /// Whether it has had its time.
  func isOverdue(at now: ContinuousClock.Instant, _ limits: HTTPServer.Configuration) -> Bool {
    state.withLock { state in
      switch state.waiting {
      case .head(let isFirst): now - state.since > (isFirst ? limits.headTime : limits.idleTime)
      case .body(let limit): now - state.since > limit
      case .answer: false
      }
    }
  }

  /// Ends the conversation; the transport then closes the connection.
  func cut() {
    state.withLock { state in
      if state.socket >= 0 { _ = shutdown(state.socket, CInt(SHUT_RDWR)) }
    }
  }

  /// To be called before the descriptor is closed.
  func forgetSocket() {
    state.withLock { $0.socket = -1 }
  }
}
