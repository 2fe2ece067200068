internal import CLinux
internal import Glibc
internal import Synchronization

/// A client's connection, as the thread that serves it and the one that watches over time see it.
final class Connection: Sendable {
  /// What it is used for now.
  enum Phase: UInt8, AtomicRepresentable {
    /// No request has come yet.
    case opening
    /// The next request has not begun, or its first line is not whole.
    case idle
    /// The head, or the body, of a request is coming.
    case receiving
    /// A request is whole, and its answer is made or sent.
    case answering
  }

  private struct Work {
    var isOpen = true
    var isCut = false
    /// Whether the client is to have time to read the answer, though it still sends.
    var lingers = false
    /// The request that waits for its answer.
    var exchange: Exchange?
    /// The answer that is made while it is sent.
    var stream: HTTPStream?
  }

  let socket: CInt
  let peer: IPAddress
  /// The peer as a client.
  let client: HTTPClient
  /// Whether the peer's word about its own clients is taken.
  let isTrusted: Bool
  private let work = Mutex(Work())
  private let phase = Atomic(Phase.opening)
  /// When the phase began, and when it ends at the latest, by the coarse clock; 0 for no end.
  private let begun: Atomic<Int64>
  private let deadline: Atomic<Int64>

  init(socket: CInt, peer: IPAddress, client: HTTPClient, isTrusted: Bool, headBy: Int64) {
    self.socket = socket
    self.peer = peer
    self.client = client
    self.isTrusted = isTrusted
    begun = Atomic(CoarseClock.now)
    deadline = Atomic(headBy)
  }

  /// Whether it can be ended without a loss to anybody.
  var isWithoutRequest: Bool {
    let phase = phase.load(ordering: .relaxed)
    return phase == .opening || phase == .idle
  }

  var isAnswering: Bool { phase.load(ordering: .relaxed) == .answering }
  var since: Int64 { begun.load(ordering: .relaxed) }

  func isLate(at now: Int64) -> Bool {
    let deadline = deadline.load(ordering: .relaxed)
    return deadline != 0 && now > deadline
  }

  /// Begins a phase that has that many milliseconds; nil for no limit.
  func enter(_ phase: Phase, limit: Int64?) {
    let now = CoarseClock.now
    begun.store(now, ordering: .relaxed)
    deadline.store(limit.map { now + $0 } ?? 0, ordering: .relaxed)
    self.phase.store(phase, ordering: .relaxed)
  }

  /// Begins a request, whose head has that many milliseconds; the first one has what is left of the
  /// connection's own.
  func enterHead(limit: Int64) {
    if phase.load(ordering: .relaxed) == .opening {
      phase.store(.receiving, ordering: .relaxed)
    } else {
      enter(.receiving, limit: limit)
    }
  }

  /// Gives the client that many milliseconds from now to take something; nil for no limit.
  func extend(by limit: Int64?) {
    deadline.store(limit.map { CoarseClock.now + $0 } ?? 0, ordering: .relaxed)
  }

  func wait(for exchange: Exchange?) {
    work.withLock { $0.exchange = exchange }
  }

  func send(_ stream: HTTPStream?) {
    work.withLock { $0.stream = stream }
  }

  func linger() {
    work.withLock { $0.lingers = true }
  }

  /// Ends the connection from another thread; the one that serves it notices at once.
  ///
  /// - Returns: false when it had ended before.
  @discardableResult
  func cut() -> Bool {
    work.withLock { work in
      guard work.isOpen, !work.isCut else { return false }
      work.isCut = true
      shutdown(socket, CInt(SHUT_RDWR))
      return true
    }
  }

  /// Notes that the descriptor is about to be closed, and used for another connection.
  ///
  /// - Returns: a second descriptor, which keeps the connection for its client, or nil.
  func close() -> CInt? {
    work.withLock { work in
      work.isOpen = false
      guard work.lingers, !work.isCut else { return nil }
      let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      return copy >= 0 ? copy : nil
    }
  }

  /// Answers the request that waits with 503, or ends the answer that is made while it is sent.
  func end() {
    let (exchange, stream) = work.withLock { ($0.exchange, $0.stream) }
    exchange?.respond(.refusal(503))
    stream?.abort()
  }

  /// Ends an answer that waits for more when its reader has closed the connection: the library does
  /// not look at connections that wait.
  func lookForReader() {
    let stream = work.withLock { work -> HTTPStream? in
      guard work.isOpen, let stream = work.stream else { return nil }
      let gone = Int16(keyway_POLLRDHUP) | Int16(POLLHUP) | Int16(POLLERR)
      var entry = pollfd(fd: socket, events: Int16(keyway_POLLRDHUP), revents: 0)
      guard unsafe poll(&entry, 1, 0) > 0, entry.revents & gone != 0 else { return nil }
      return stream
    }
    stream?.close()
  }
}
