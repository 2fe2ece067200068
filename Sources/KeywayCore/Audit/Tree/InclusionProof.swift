/// The hashes that lead from a leaf to the root of the tree: RFC 9162, section 2.1.3.
package struct InclusionProof: Hashable, Sendable {
  /// The number of the leaf, counted from 0.
  package let index: Int64
  /// How many leaves the tree has.
  package let size: Int64
  /// From the leaf's sibling up to the child of the root.
  package let hashes: [Digest]

  /// Takes the parts as they are; ``verify(leaf:root:hashing:)`` judges them.
  package init(index: Int64, size: Int64, hashes: [Digest]) {
    self.index = index
    self.size = size
    self.hashes = hashes
  }

  /// Makes the proof that a tree of that size has the leaf, as RFC 9162, section 2.1.3.1, says.
  /// Traps unless `index` lies in `0..<size`.
  ///
  /// - Parameter read: gives the hashes of complete nodes, leaves among them; called at most twice
  ///   for each level of the tree.
  package init<Failure: Error>(
    index: Int64, size: Int64, hashing: some TreeHashing,
    read: (TreeNode) throws(Failure) -> Digest
  ) throws(Failure) {
    precondition(index >= 0 && index < size, "the tree has no such leaf")
    var hashes: [Digest] = []
    var part = 0..<size
    while part.upperBound - part.lowerBound > 1 {
      let leftCount = MerkleTree.leftCount(of: part.upperBound - part.lowerBound)
      let middle = part.lowerBound + leftCount
      let (left, right) = (part.lowerBound..<middle, middle..<part.upperBound)
      let isLeft = index < middle
      hashes.append(
        try MerkleTree.hash(over: isLeft ? right : left, hashing: hashing, read: read))
      part = isLeft ? left : right
    }
    self.init(index: index, size: size, hashes: hashes.reversed())
  }

  /// Whether the tree with that root has that leaf hash at ``index``: RFC 9162, section 2.1.3.2,
  /// whose steps the comments count.
  ///
  /// A root does not say how many leaves are under it, so take the size from the checkpoint that
  /// the root is from.
  package func verify(leaf: Digest, root: Digest, hashing: some TreeHashing) -> Bool {
    // 1.
    guard index >= 0, index < size else { return false }
    // 2. and 3.
    var path = TreePath(from: index, last: size - 1)
    var hash = leaf
    // 4.
    for sibling in hashes {
      guard !path.isAtRoot else { return false }
      hash = path.climb() ? hashing.node(sibling, hash) : hashing.node(hash, sibling)
    }
    // 5.
    return path.isAtRoot && hash == root
  }
}
