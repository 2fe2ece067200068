internal import Synchronization

/// The connections that are open.
final class ConnectionTable: Sendable {
  private struct State {
    var connections: [CInt: Connection] = [:]
    /// Descriptors of connections that have ended for the library, but not for their clients.
    var lingering: [CInt] = []
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { state.withLock { $0.connections.count } }
  var all: [Connection] { state.withLock { Array($0.connections.values) } }

  /// Adds a connection. When nearly all are used, some are ended, so that there is always room for
  /// new ones: those that have had no request for the longest time, then those whose request has
  /// been coming for the longest time.
  func add(_ connection: Connection) {
    let all = state.withLock { state -> [Connection] in
      state.connections[connection.socket] = connection
      return state.connections.count >= limit - reserve ? Array(state.connections.values) : []
    }
    guard !all.isEmpty else { return }
    let endable = all.filter { $0 !== connection && !$0.isAnswering }.sorted {
      ($0.isWithoutRequest ? 0 : 1, $0.since) < ($1.isWithoutRequest ? 0 : 1, $1.since)
    }
    for old in endable.prefix(2 * reserve) { old.cut() }
  }

  /// Removes a connection whose descriptor is about to be closed.
  func remove(_ connection: Connection) {
    let copy = connection.close()
    state.withLock { state in
      state.connections[connection.socket] = nil
      if let copy { state.lingering.append(copy) }
    }
  }

  /// The descriptors that were added since the last call, for the caller to close.
  func takeLingering() -> [CInt] {
    state.withLock { state in
      defer { state.lingering = [] }
      return state.lingering
    }
  }

  private var reserve: Int { max(1, limit / 32) }
}
