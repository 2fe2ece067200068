/// The right edge of the log's tree: all that appending needs of what came before.
package struct MerkleFrontier: Hashable, Sendable {
  /// How many leaves the tree has.
  package private(set) var size: Int64
  /// The roots of the perfect subtrees that the leaves fall into, largest first: one for each bit
  /// that is set in ``size``.
  package private(set) var hashes: [Digest]

  /// The edge of a tree without leaves.
  package init() {
    size = 0
    hashes = []
  }

  /// The edge from the hashes of the nodes that ``nodes(ofSize:)`` names, in that order; nil when
  /// they are more or fewer, or the size is negative.
  package init?(size: Int64, nodes: [Digest]) {
    guard size >= 0, nodes.count == size.nonzeroBitCount else { return nil }
    self.size = size
    hashes = nodes
  }

  /// Reads the nodes that ``nodes(ofSize:)`` names, in that order: at most one for each bit of the
  /// size, which may not be negative.
  package init<Failure: Error>(
    size: Int64, read: (TreeNode) throws(Failure) -> Digest
  ) throws(Failure) {
    self.size = size
    hashes = []
    for node in Self.nodes(ofSize: size) { hashes.append(try read(node)) }
  }

  /// The stored nodes that the edge of a tree of that size consists of, largest first.
  package static func nodes(ofSize size: Int64) -> [TreeNode] {
    precondition(size >= 0, "a tree has no negative size")
    var nodes: [TreeNode] = []
    var first: Int64 = 0
    var rest = size
    while rest > 0 {
      let level = 63 - rest.leadingZeroBitCount
      nodes.append(TreeNode(level: level, index: first >> Int64(level)))
      first += 1 << Int64(level)
      rest &= ~(1 << Int64(level))
    }
    return nodes
  }

  /// Adds a leaf at the end: over many leaves, one hash for each.
  ///
  /// - Parameters:
  ///   - leaf: its leaf hash, SHA-256(0x00 ‖ entry).
  ///   - onNode: is told of every node that this completes, lowest first. The leaf itself, which is
  ///     the complete node `(0, size)`, is not among them.
  package mutating func append(
    _ leaf: Digest, hashing: some TreeHashing, onNode: (TreeNode, Digest) -> Void
  ) {
    var hash = leaf
    let completed = (~size).trailingZeroBitCount
    for level in 0..<completed {
      hash = hashing.node(hashes.removeLast(), hash)
      onNode(TreeNode(level: level + 1, index: size >> Int64(level + 1)), hash)
    }
    hashes.append(hash)
    size += 1
  }

  /// The root of the tree: one hash for each perfect subtree but the first.
  package func root(hashing: some TreeHashing) -> Digest {
    MerkleTree.fold(hashes, hashing: hashing)
  }
}
