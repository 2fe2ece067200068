package import KeywayCore
package import KeywayCrypto
import KeywayStore

extension AuditService {
  /// What checking the log came to.
  package enum Verification: Error, Hashable, Sendable {
    /// Every entry is as it was written, and so is all that was promised of them. Of those that
    /// were pruned only the hashes are left.
    case holds(entries: Int64, pruned: Int64 = 0)
    /// The first entry that is not, or the size of the log of which a promise is broken, and what is
    /// wrong with it.
    case failed(at: Int64, String)

    /// What is wrong, or nothing.
    var words: String {
      if case .failed(_, let words) = self { return words }
      return ""
    }

    static func missing(_ sequence: Int64) -> Self {
      .failed(at: sequence, "entry \(sequence) is missing")
    }
  }

  /// Recomputes the whole tree from the entries, and compares with it every node and every
  /// checkpoint that is stored, with its signature. Blocks.
  ///
  /// - Parameter threads: how many entries are read and hashed at a time; more than one are of use
  ///   only where the store has as many readers.
  package func verify(threads: Int = 1) throws -> Verification {
    do {
      var check = try TreeCheck(environment)
      let walk = LogWalk(
        store: environment.store, mark: try LeafCheck.mark(in: environment), threads: threads,
        wanted: check.wanted)
      var pruned: Int64 = 0
      // Not up to the log's size: one row far away would make that endless.
      try walk.forEachRun { run in
        try check.append(run)
        pruned += run.pruned
      }
      try check.finish()
      try checkNothing(outside: check.size)
      return .holds(entries: check.size, pruned: pruned)
    } catch let failure as Verification {
      return failure
    }
  }

  /// Whether the log still contains what a checkpoint from outside promised, which one of the keys
  /// must have signed. Recomputes what it needs from the entries. Blocks.
  ///
  /// - Parameters:
  ///   - verifiers: further keys beside those that ever signed for this log.
  ///   - threads: as for ``verify(threads:)``.
  /// - Throws: ``LogTextError`` `unknownKeys` or `badSignature`; `StoreError`.
  package func verify(
    against promise: SignedCheckpoint, verifiers: [NoteVerifier] = [], threads: Int = 1
  ) throws -> Verification {
    do {
      let known = try LogVerifiers(in: environment).all
      _ = try promise.note.verify(by: known + verifiers)
      let (root, pruned) = try root(ofSize: promise.checkpoint.size, threads)
      guard root == promise.checkpoint.root else {
        let size = promise.checkpoint.size
        throw Verification.failed(
          at: size, "the log's first \(size) entries are not those that were promised")
      }
      return .holds(entries: promise.checkpoint.size, pruned: pruned)
    } catch let failure as Verification {
      return try fork(of: promise.checkpoint) ?? failure
    }
  }

  /// The root over the first entries, recomputed from them; throws ``Verification`` for the first
  /// that is missing or wrong.
  private func root(
    ofSize size: Int64, _ threads: Int
  ) throws -> (root: Digest, pruned: Int64) {
    let hasher = SHA256Hasher()
    let walk = LogWalk(
      store: environment.store, mark: try LeafCheck.mark(in: environment), threads: threads,
      wanted: [])
    var (tiles, edge) = (MerkleFrontier(), MerkleFrontier())
    var (pruned, end) = (Int64(0), Int64(0))
    try walk.forEachRun(to: size) { run in
      for root in run.roots { tiles.append(root, hashing: hasher) { _, _ in } }
      for leaf in run.leaves { edge.append(leaf, hashing: hasher) { _, _ in } }
      if let failure = run.failure { throw failure }
      pruned += run.pruned
      end = run.end
    }
    guard end == size else { throw Verification.missing(end) }
    return (MerkleTree.fold(tiles.hashes + edge.hashes, hashing: hasher), pruned)
  }

  /// What tells that the store was restored from a copy that lacks the end of the log that a
  /// checkpoint is of, or nil.
  private func fork(of promise: Checkpoint) throws -> Verification? {
    var found: Verification?
    let size = try size()
    try forEachStored(from: 0, to: size) { stored in
      guard found == nil, stored.body != nil, let record = try? Self.record(stored),
        record.members.text("verb") == "restore", let set = record.members.object("set"),
        let origin = set.text("origin"), promise.isOrigin(origin),
        let end = set.integer("size"), end < promise.size
      else { return }
      found = .failed(
        at: end,
        "the store was restored from a copy of \(end) entries (entry \(stored.sequence) says so), "
          + "and what \(origin) had beyond is not in it")
    }
    return found
  }

  /// Throws what contradicts a log of that many entries.
  func checkNothing(outside size: Int64) throws {
    try environment.store.read { reader in
      try reader.forEachEntry(from: .min, to: 0) { stored in
        throw Verification.failed(
          at: stored.sequence, "entry \(stored.sequence) stands outside the log")
      }
      // What was appended since the last page was read follows it.
      var next = size
      try reader.forEachEntry(from: size, to: .max) { stored in
        guard stored.sequence == next else { throw Verification.missing(next) }
        guard !stored.leaf.isEmpty else {
          throw Verification.failed(at: next, "entry \(next) has no leaf hash")
        }
        next += 1
      }
      if let evidence = try reader.evidenceAgainstLog() {
        throw Verification.failed(at: evidence.sequence, evidence.words)
      }
    }
  }
}
