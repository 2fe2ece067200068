import KeywayCore
import KeywayCrypto
package import KeywayStore

extension LogAppender {
  /// Appends the entries so far to the log, and to its tree the roots of the tiles that they fill.
  /// To be called once, before the transaction ends. Throws what the store throws.
  package func finish(
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    guard let first = entries.first?.sequence else { return }
    try transaction.append(entries)
    guard first / TreeTile.fullWidth < nextSequence / TreeTile.fullWidth else { return }
    do throws(StoreError) {
      try LogTree(hasher: hasher).fill(upTo: nextSequence, in: transaction)
    } catch {
      // Nobody stays outside because an old entry was damaged; 'audit verify' names it.
      guard error.code == .corrupt else { throw error }
    }
  }
}

/// Keeps the Merkle tree of the log: of its inner nodes the roots of whole tiles, so that an entry
/// costs one leaf hash, one node hash and, but for one in 256, no row of its own.
struct LogTree {
  /// The levels that roots of tiles stand in, lowest first; more than any log fills.
  static let levels = stride(from: TreeTile.height, to: 64, by: TreeTile.height)

  let hasher: SHA256Hasher

  /// Adds the roots of all tiles that a log of that size fills and that are not stored yet: those of
  /// the last entries, and all of them where a program wrote the log that kept no tree.
  func fill(
    upTo size: Int64, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    var level = TreeTile.height
    while size >> Int64(level) > 0 {
      for index in try transaction.nodeCount(ofLevel: level)..<size >> Int64(level) {
        let children = try children(of: TreeNode(level: level, index: index), in: transaction)
        let root = root(of: children)
        try transaction.append([(TreeNode(level: level, index: index), root)])
      }
      level += TreeTile.height
    }
  }

  /// The 256 hashes under the root of a whole tile.
  private func children(
    of node: TreeNode, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> [Digest] {
    let first = node.index * TreeTile.fullWidth
    let level = node.level - TreeTile.height
    if level == 0 { return try transaction.leaves(from: first, to: first + TreeTile.fullWidth) }
    let nodes = try transaction.nodes(ofLevel: level, from: first, to: first + TreeTile.fullWidth)
    guard Int64(nodes.count) == TreeTile.fullWidth else {
      throw StoreError(.corrupt, "the log's tree has lost nodes; see 'keyway audit verify'")
    }
    return nodes
  }

  /// The root over as many hashes as a power of two.
  func root(of hashes: [Digest]) -> Digest {
    var hashes = hashes
    while hashes.count > 1 {
      for index in 0..<hashes.count / 2 {
        hashes[index] = hasher.node(hashes[2 * index], hashes[2 * index + 1])
      }
      hashes.removeLast(hashes.count / 2)
    }
    return hashes[0]
  }

  /// A complete node of any level, from what is stored below it: at most a tile's hashes are read.
  func node<Reader: StoreReader & ~Copyable>(
    _ node: TreeNode, in reader: borrowing Reader
  ) throws(StoreError) -> Digest {
    let base = node.level / TreeTile.height * TreeTile.height
    let count = Int64(1) << Int64(node.level - base)
    let first = node.index * count
    return root(of: try hashes(ofLevel: base, first..<first + count, in: reader))
  }

  /// Neighbouring complete nodes of a level that is a multiple of ``TreeTile/height``, in one query.
  func hashes<Reader: StoreReader & ~Copyable>(
    ofLevel level: Int, _ indices: Range<Int64>, in reader: borrowing Reader
  ) throws(StoreError) -> [Digest] {
    let (first, end) = (indices.lowerBound, indices.upperBound)
    if level == 0 { return try reader.leaves(from: first, to: end) }
    let stored = try reader.nodes(ofLevel: level, from: first, to: end)
    if stored.count == indices.count { return stored }
    // A program that kept no tree wrote these entries, and no tile was filled since.
    var made: [Digest] = []
    for index in indices {
      let below = index * TreeTile.fullWidth..<(index + 1) * TreeTile.fullWidth
      made.append(root(of: try hashes(ofLevel: level - TreeTile.height, below, in: reader)))
    }
    return made
  }

  /// The root of the log as it was with that many entries.
  func root<Reader: StoreReader & ~Copyable>(
    ofSize size: Int64, in reader: borrowing Reader
  ) throws(StoreError) -> Digest {
    try MerkleFrontier(size: size) { node throws(StoreError) in
      try self.node(node, in: reader)
    }.root(hashing: hasher)
  }
}
