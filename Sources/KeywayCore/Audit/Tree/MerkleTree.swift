/// The shape of the log's tree: RFC 6962, section 2.1, which RFC 9162, section 2.1, repeats.
package enum MerkleTree {
  /// The root of a tree without leaves: SHA-256 of nothing.
  package static let emptyRoot = Digest([
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24,
    0x27, 0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
  ])

  /// How many leaves the left part of a tree with `count` leaves has: the largest power of two
  /// below `count`, which is at least 2.
  static func leftCount(of count: Int64) -> Int64 {
    1 << Int64(63 - (count - 1).leadingZeroBitCount)
  }

  /// The hash over some neighbouring leaves that form a part of the tree, from stored nodes: one
  /// read when they make a complete node, otherwise one for each bit that is set in their count.
  ///
  /// - Parameter leaves: not empty, and beginning at a multiple of a power of two that is not below
  ///   their count.
  static func hash<Failure: Error>(
    over leaves: Range<Int64>, hashing: some TreeHashing,
    read: (TreeNode) throws(Failure) -> Digest
  ) throws(Failure) -> Digest {
    let count = leaves.upperBound - leaves.lowerBound
    var hashes: [Digest] = []
    for node in MerkleFrontier.nodes(ofSize: count) {
      let offset = leaves.lowerBound >> Int64(node.level)
      hashes.append(try read(TreeNode(level: node.level, index: offset + node.index)))
    }
    return fold(hashes, hashing: hashing)
  }

  /// The root above perfect subtrees, largest first.
  package static func fold(_ subtrees: [Digest], hashing: some TreeHashing) -> Digest {
    guard var root = subtrees.last else { return emptyRoot }
    for left in subtrees.dropLast().reversed() { root = hashing.node(left, root) }
    return root
  }
}
