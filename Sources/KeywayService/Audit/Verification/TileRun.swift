import KeywayCore
import KeywayCrypto
import KeywayStore

/// Some tiles of the log that follow each other, recomputed from their entries.
struct TileRun: Sendable {
  /// The first entry, with which a tile begins.
  let first: Int64
  /// The roots of the tiles that are whole.
  private(set) var roots: [Digest] = []
  /// The leaves behind them, of a tile that is not.
  private(set) var leaves: [Digest] = []
  /// The leaves of the whole tiles that were asked for, by the tiles' numbers.
  private(set) var kept: [Int64: [Digest]] = [:]
  /// How many entries were given up by the log itself.
  private(set) var pruned: Int64 = 0
  /// What is wrong with the entry behind the leaves, or nil.
  private(set) var failure: AuditService.Verification?

  /// The entry that follows.
  var end: Int64 { first + Int64(roots.count) * TreeTile.fullWidth + Int64(leaves.count) }

  /// Reads and checks the entries from `first` up to, not including, `end`, as far as there are any
  /// and the first that is wrong. Blocks.
  ///
  /// - Parameter wanted: the tiles whose leaves are to be kept.
  init(
    from first: Int64, to end: Int64, keeping wanted: Set<Int64>, mark: PruningMark?,
    in store: any Store
  ) throws {
    self.first = first
    var check = LeafCheck(mark: mark)
    // Beside the run: reading `end` of it at every entry would retain all that it holds.
    var next = first
    let hasher = check.hasher
    leaves.reserveCapacity(Int(TreeTile.fullWidth))
    do {
      try store.read { reader in
        try reader.forEachLeaf(from: first, to: end) { sequence, hash, body in
          guard sequence == next else { throw AuditService.Verification.missing(next) }
          append(try check.leaf(of: sequence, hash: hash, body: body), wanted, hasher)
          next += 1
        }
      }
    } catch let failure as AuditService.Verification {
      self.failure = failure
    }
    pruned = check.pruned
  }

  private mutating func append(_ leaf: Digest, _ wanted: Set<Int64>, _ hasher: SHA256Hasher) {
    leaves.append(leaf)
    guard leaves.count == TreeTile.fullWidth else { return }
    let tile = first / TreeTile.fullWidth + Int64(roots.count)
    if wanted.contains(tile) { kept[tile] = leaves }
    roots.append(LogTree(hasher: hasher).root(of: leaves))
    leaves.removeAll(keepingCapacity: true)
  }
}
