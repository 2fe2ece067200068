/// The hashes that show that a tree begins with all leaves of an older one, unchanged and in their
/// order: RFC 9162, section 2.1.4.
package struct ConsistencyProof: Hashable, Sendable {
  /// How many leaves the older tree has.
  package let oldSize: Int64
  /// How many leaves the newer tree has.
  package let newSize: Int64
  /// In the order of RFC 9162, section 2.1.4.1; empty when the sizes are equal or the older is 0.
  package let hashes: [Digest]

  /// Takes the parts as they are; ``verify(oldRoot:newRoot:hashing:)`` judges them.
  package init(oldSize: Int64, newSize: Int64, hashes: [Digest]) {
    self.oldSize = oldSize
    self.newSize = newSize
    self.hashes = hashes
  }

  /// Makes the proof between two sizes of one tree, as RFC 9162, section 2.1.4.1, says. Traps
  /// unless `0 <= oldSize <= newSize`.
  ///
  /// - Parameter read: gives the hashes of complete nodes of the newer tree, leaves among them;
  ///   called at most twice for each level of that tree.
  package init<Failure: Error>(
    oldSize: Int64, newSize: Int64, hashing: some TreeHashing,
    read: (TreeNode) throws(Failure) -> Digest
  ) throws(Failure) {
    precondition(oldSize >= 0 && oldSize <= newSize, "a tree only grows")
    var hashes: [Digest] = []
    var part = 0..<newSize
    // Whether the part begins where the tree does, so that its old hash is the old root.
    var isWhole = true
    while oldSize > 0, oldSize < part.upperBound {
      let leftCount = MerkleTree.leftCount(of: part.upperBound - part.lowerBound)
      let middle = part.lowerBound + leftCount
      let (left, right) = (part.lowerBound..<middle, middle..<part.upperBound)
      let endsLeft = oldSize <= middle
      hashes.append(
        try MerkleTree.hash(over: endsLeft ? right : left, hashing: hashing, read: read))
      part = endsLeft ? left : right
      isWhole = isWhole && endsLeft
    }
    if !isWhole { hashes.append(try MerkleTree.hash(over: part, hashing: hashing, read: read)) }
    self.init(oldSize: oldSize, newSize: newSize, hashes: hashes.reversed())
  }

  /// Whether the tree with the new root begins with the whole tree with the old root: RFC 9162,
  /// section 2.1.4.2, whose steps the comments count. That section asks for an old tree that is
  /// neither empty nor the new one; those two cases hold without hashes, and only so.
  ///
  /// A root does not say how many leaves are under it, so take each size from the checkpoint that
  /// the root is from.
  package func verify(oldRoot: Digest, newRoot: Digest, hashing: some TreeHashing) -> Bool {
    guard oldSize >= 0, oldSize <= newSize else { return false }
    if oldSize == 0, oldRoot != MerkleTree.emptyRoot { return false }
    if oldSize == newSize { return hashes.isEmpty && oldRoot == newRoot }
    if oldSize == 0 { return hashes.isEmpty }
    // 1. and 2.
    let isPowerOfTwo = oldSize.nonzeroBitCount == 1
    guard let start = isPowerOfTwo && !hashes.isEmpty ? oldRoot : hashes.first else { return false }
    // 3. and 4.
    var path = TreePath(from: oldSize - 1, last: newSize - 1)
    path.leaveRightEdge()
    // 5.
    var (oldHash, newHash) = (start, start)
    // 6.
    for hash in hashes.dropFirst(isPowerOfTwo ? 0 : 1) {
      guard !path.isAtRoot else { return false }
      if path.climb() {
        oldHash = hashing.node(hash, oldHash)
        newHash = hashing.node(hash, newHash)
      } else {
        newHash = hashing.node(newHash, hash)
      }
    }
    // 7.
    return oldHash == oldRoot && newHash == newRoot && path.isAtRoot
  }
}
