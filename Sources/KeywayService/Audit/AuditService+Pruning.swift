package import KeywayCore
import KeywayCrypto
import KeywayStore

extension AuditService {
  /// What giving up old bodies came to.
  package struct Pruning: Hashable, Sendable {
    /// The first entry that keeps its body.
    package let below: Int64
    /// How many bodies went; of a rehearsal, how many would go.
    package let removed: Int64
  }

  /// Gives up the bodies of the entries before an instant, by whole tiles, up to the first entry
  /// that is not: the log says so in an entry, a checkpoint is taken over that, then the bodies go.
  /// What was left undone by a call that was killed, the next one does. Blocks.
  ///
  /// - Throws: ``ServiceError`` `invalid` for an instant to come; `StoreError`, `corrupt` when an
  ///   entry that would go is not what was logged.
  package func prune(
    before instant: Timestamp, by actor: Actor, checkpoints: CheckpointService,
    isRehearsal: Bool = false
  ) throws -> Pruning {
    guard instant <= environment.now() else {
      throw ServiceError(.invalid, "\(instant.rfc3339) is still to come; name an instant gone by")
    }
    let earlier = try environment.store.read { reader in try reader.pruningMark() }
    let end = try firstKept(before: instant, from: earlier?.below ?? 0)
    if isRehearsal {
      let count = try environment.store.read { reader in try reader.bodyCount(below: end) }
      return Pruning(below: end, removed: count)
    }
    if end > earlier?.below ?? 0 { try move(markTo: end, before: instant, by: actor) }
    if end > 0 { try cover(by: actor, checkpoints) }
    return Pruning(below: end, removed: try removeBodies(below: end))
  }

  /// In short transactions, so that no tap waits for long.
  private func removeBodies(below end: Int64) throws -> Int64 {
    var removed: Int64 = 0
    while true {
      let count = try environment.store.write { transaction in
        try transaction.removeBodies(below: end, atMost: Self.pageSize)
      }
      removed += count
      if count < Self.pageSize { return removed }
    }
  }

  /// The end of the last tile of which all entries are before the instant. What goes is checked:
  /// afterwards nothing could tell that it was changed.
  private func firstKept(before instant: Timestamp, from start: Int64) throws -> Int64 {
    var leaves = LeafCheck(mark: nil)
    var next = start
    reading: while true {
      let page = try page(from: next, to: next + Self.pageSize)
      for stored in page {
        do {
          guard stored.sequence == next else { throw Verification.missing(next) }
          _ = try leaves.leaf(of: stored)
        } catch let failure as Verification {
          throw StoreError(.corrupt, "nothing was pruned: \(failure.words)")
        }
        guard let at = try Self.record(stored).at, at < instant else { break reading }
        next += 1
      }
      if page.isEmpty { break }
    }
    return next / TreeTile.fullWidth * TreeTile.fullWidth
  }

  private func move(markTo end: Int64, before instant: Timestamp, by actor: Actor) throws {
    try environment.store.write { transaction in
      // Another process may have been faster.
      if let mark = try transaction.pruningMark(), mark.below >= end { return }
      let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
      var members: JSONObject = [
        "v": .integer(1), "kind": .string("administration"),
        "at": .string(environment.now().rfc3339),
        "actor": .string(try actor.pseudonym(in: transaction, environment: environment)),
        "verb": .string("prune"), "object": .string("log"),
        "set": .object(["before": .string(instant.rfc3339), "below": .integer(end)]),
      ]
      members["because"] = try actor.hashedReason(in: transaction)
      let sequence = log.append(members)
      try log.finish(in: transaction)
      try transaction.append(PruningMark(below: end, sequence: sequence))
    }
  }

  /// Takes a checkpoint unless one has the mark's entry under it.
  private func cover(by actor: Actor, _ checkpoints: CheckpointService) throws {
    let isCovered = try environment.store.read { reader in
      guard let mark = try reader.pruningMark() else { return true }
      return try reader.lastCheckpoint().map { $0.size > mark.sequence } ?? false
    }
    if !isCovered { _ = try checkpoints.take(by: actor) }
  }
}

extension PruningMark {
  /// Whether an entry may have lost its body.
  func hasGivenUp(_ stored: StoredEntry) -> Bool {
    stored.body == nil && stored.sequence < below
  }
}
