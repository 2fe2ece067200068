package import KeywayCore
package import KeywayStore
import Synchronization

/// Which tokens were used, until somebody has the time to note it: once a minute for each token, so
/// that no tap pays for it. What is lost with the process is not missed.
package final class TokenUses: Sendable {
  private let waiting = Mutex<[Token.ID: Timestamp]>([:])

  package init() {}

  /// Whether there is anything to write.
  package var isEmpty: Bool { waiting.withLock { $0.isEmpty } }

  /// Takes in that these have asked for something at an instant. Those of whom this minute's use
  /// is noted already cost nothing.
  package func note(_ principals: [Principal?], at instant: Timestamp) {
    let minute = instant.minuteBeginning
    let due = principals.compactMap { principal -> Token.ID? in
      guard let principal, principal.lastUsedAt.map({ $0 < minute }) ?? true else { return nil }
      return principal.token
    }
    if due.isEmpty { return }
    waiting.withLock { waiting in for token in due { waiting[token] = minute } }
  }

  /// Writes what there is, in a transaction that is made anyway; when that fails it is forgotten.
  package func write(
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    let uses = take()
    if !uses.isEmpty { try transaction.noteUses(of: uses) }
  }

  /// Writes what there is, when nobody else wants to write. Blocks.
  package func writePatiently(to store: any Store) throws {
    let uses = take()
    if uses.isEmpty { return }
    try store.writePatiently { transaction in try transaction.noteUses(of: uses) }
  }

  private func take() -> [Token.ID: Timestamp] {
    waiting.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
  }
}

extension Timestamp {
  /// The beginning of the minute that the instant is in.
  fileprivate var minuteBeginning: Timestamp {
    let rest = milliseconds % 60_000
    return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + 60_000 : rest))
  }
}
