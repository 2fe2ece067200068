import KeywayCore
import KeywayCrypto
import KeywayStore

/// Checks entries one by one against their leaf hashes, and knows which of them the log itself has
/// given up.
struct LeafCheck {
  private typealias Verification = AuditService.Verification

  private let hasher = SHA256Hasher()
  private let mark: PruningMark?
  /// How many entries had no body and need none.
  private(set) var pruned: Int64 = 0

  /// - Throws: ``AuditService/Verification`` when the mark is not what the log says.
  init(_ environment: ServiceEnvironment) throws {
    mark = try environment.store.read { reader in
      // Under no checkpoint nothing may have gone yet.
      let covered = try reader.lastCheckpoint()?.size ?? 0
      let marks = try reader.pruningMarks()
      guard let mark = marks.last(where: { $0.sequence < covered }) else { return nil }
      var entry: StoredEntry?
      try reader.forEachEntry(from: mark.sequence, to: mark.sequence + 1) { entry = $0 }
      guard let entry else { throw Verification.missing(mark.sequence) }
      try AuditService.check(entry, hasher: SHA256Hasher())
      let members = try AuditService.record(entry).members
      guard members.text("verb") == "prune", members.text("object") == "log",
        members.object("set")?.integer("below") == mark.below, mark.sequence >= mark.below
      else {
        throw Verification.failed(
          at: mark.sequence,
          "entry \(mark.sequence) does not say that the entries below \(mark.below) were pruned")
      }
      return mark
    }
  }

  /// The leaf hash of an entry; throws ``AuditService/Verification`` unless the entry is what that
  /// and its place promise.
  mutating func leaf(of stored: StoredEntry) throws -> Digest {
    if let mark, mark.hasGivenUp(stored), let leaf = Digest(bytes: stored.leaf.span) {
      pruned += 1
      return leaf
    }
    return try AuditService.check(stored, hasher: hasher)
  }
}
