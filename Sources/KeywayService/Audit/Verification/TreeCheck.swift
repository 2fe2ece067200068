import KeywayCore
import KeywayCrypto
import KeywayStore

/// Rebuilds the log's tree from the roots of its tiles and compares with it what is stored of it.
struct TreeCheck {
  private typealias Verification = AuditService.Verification

  private let hasher = SHA256Hasher()
  private let environment: ServiceEnvironment
  /// The edge of the tree above the tiles: a leaf of this one is a tile's root.
  private var tiles = MerkleFrontier()
  /// The leaves behind the last whole tile.
  private var rest: [Digest] = []
  /// Whether nodes are stored at all; none are where a program wrote the log that kept none.
  private let isKept: Bool
  private let verifiers: [NoteVerifier]
  /// What is still to be compared, smallest size first.
  private var promises: ArraySlice<StoredCheckpoint>

  /// How many entries were added.
  var size: Int64 { tiles.size * TreeTile.fullWidth + Int64(rest.count) }

  /// The tiles in whose midst a checkpoint was taken.
  var wanted: Set<Int64> {
    Set(promises.filter { $0.size % TreeTile.fullWidth > 0 }.map { $0.size / TreeTile.fullWidth })
  }

  init(_ environment: ServiceEnvironment) throws {
    var promises: [StoredCheckpoint] = []
    var nodeCount: Int64 = 0
    try environment.store.read { reader in
      try reader.forEachCheckpoint { promises.append($0) }
      for level in LogTree.levels { nodeCount += try reader.nodeCount(ofLevel: level) }
    }
    self.environment = environment
    self.promises = promises[...]
    isKept = nodeCount > 0
    verifiers = try LogVerifiers(in: environment).all
    try comparePromises(within: [])
  }

  /// Adds the next run, and throws the first thing that is wrong with it.
  mutating func append(_ run: TileRun) throws {
    let stored = try stored(ofLevel: TreeTile.height, from: tiles.size, count: run.roots.count)
    let hasAll = stored.count == run.roots.count
    for (place, root) in run.roots.enumerated() {
      try comparePromises(within: (run.kept[tiles.size] ?? []).dropLast())
      let tile = TreeNode(level: TreeTile.height, index: tiles.size)
      try compare(
        tile, root,
        with: hasAll
          ? stored[place]
          : self.stored(ofLevel: tile.level, from: tile.index, count: 1).first)
      for (node, hash) in append(root) {
        try compare(
          node, hash, with: self.stored(ofLevel: node.level, from: node.index, count: 1).first)
      }
      try comparePromises(within: [])
    }
    rest = run.leaves
    try comparePromises(within: run.leaves[...])
    if let failure = run.failure { throw failure }
  }

  /// Adds the root of a tile, and returns what it completes of the levels that are stored.
  private mutating func append(_ root: Digest) -> [(TreeNode, Digest)] {
    var above: [(TreeNode, Digest)] = []
    tiles.append(root, hashing: hasher) { node, hash in
      guard node.level % TreeTile.height == 0 else { return }
      above.append((TreeNode(level: node.level + TreeTile.height, index: node.index), hash))
    }
    return above
  }

  /// To be called after the last run.
  func finish() throws {
    if let promise = promises.first {
      throw Verification.failed(
        at: size, "entry \(size) is missing: a checkpoint promised \(promise.size) entries")
    }
    guard isKept else { return }
    for level in LogTree.levels {
      let count = try environment.store.read { try $0.nodeCount(ofLevel: level) }
      if count > size >> Int64(level) {
        throw Verification.failed(
          at: size, "node \(count - 1) of level \(level) stands outside the log")
      }
    }
  }

  private func stored(ofLevel level: Int, from first: Int64, count: Int) throws -> [Digest] {
    guard isKept else { return [] }
    return try environment.store.read { reader in
      try reader.nodes(ofLevel: level, from: first, to: first + Int64(count))
    }
  }

  private func compare(_ node: TreeNode, _ hash: Digest, with stored: Digest?) throws {
    guard isKept, stored != hash else { return }
    let words = stored == nil ? "is missing" : "is not the root of its entries"
    throw Verification.failed(
      at: node.index << Int64(node.level), "node \(node.index) of level \(node.level) \(words)")
  }

  /// Compares the checkpoints up to the tiles so far and some leaves of the next one.
  private mutating func comparePromises(within leaves: ArraySlice<Digest>) throws {
    let start = tiles.size * TreeTile.fullWidth
    var edge = MerkleFrontier()
    var index = 0
    while let promise = promises.first, promise.size <= start + Int64(leaves.count) {
      promises.removeFirst()
      while start + Int64(index) < promise.size {
        edge.append(leaves[leaves.startIndex + index], hashing: hasher) { _, _ in }
        index += 1
      }
      try compare(promise, MerkleTree.fold(tiles.hashes + edge.hashes, hashing: hasher))
    }
  }

  private func compare(_ promise: StoredCheckpoint, _ root: Digest) throws {
    do throws(LogTextError) {
      let signed = try SignedCheckpoint(parsing: promise.note.span)
      _ = try signed.note.verify(by: verifiers)
      guard signed.checkpoint.size == promise.size, signed.checkpoint.root == root else {
        throw LogTextError(.root, "its root is not that of the entries")
      }
    } catch {
      throw Verification.failed(
        at: promise.size,
        "the checkpoint of \(promise.size) entries does not hold: \(error.message)")
    }
  }
}
