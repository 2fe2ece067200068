import KeywayCore
import KeywayCrypto
import Testing

@Suite struct MerkleFrontierTests {
  private let hasher = SHA256Hasher()

  @Test func `every complete node is reported once, with its hash, and no other`() {
    let slow = SlowTree(count: 260)
    var frontier = MerkleFrontier()
    var seen: Set<TreeNode> = []
    for (index, leaf) in slow.leaves.enumerated() {
      frontier.append(leaf, hashing: hasher) { node, hash in
        #expect(seen.insert(node).inserted && hash == slow.node(node, size: index + 1))
      }
      // A tree of n leaves has n minus its number of perfect subtrees nodes above the leaves.
      #expect(seen.count == index + 1 - (index + 1).nonzeroBitCount)
      #expect(frontier.size == Int64(index + 1))
      #expect(frontier.root(hashing: hasher) == slow.root(index + 1))
    }
    #expect(seen.allSatisfy { $0.level > 0 })
  }

  @Test func `an edge read back from stored nodes goes on like the one that made them`() throws {
    let slow = SlowTree(count: 140)
    var grown = MerkleFrontier()
    for size in 0..<130 {
      let read = MerkleFrontier(size: Int64(size)) { slow.node($0, size: size) }
      let hashes = MerkleFrontier.nodes(ofSize: Int64(size)).map { slow.node($0, size: size) }
      #expect(read == grown)
      #expect(MerkleFrontier(size: Int64(size), nodes: hashes) == grown)
      var continued = read
      for leaf in slow.leaves[size..<size + 10] {
        continued.append(leaf, hashing: hasher) { _, _ in }
      }
      #expect(continued.root(hashing: hasher) == slow.root(size + 10))
      grown.append(slow.leaves[size], hashing: hasher) { _, _ in }
    }
  }

  @Test func `the edge consists of complete nodes, largest first, that cover every leaf once`() {
    for size in Array(0...1_000) + SlowTree.largeSizes {
      var next: Int64 = 0
      for node in MerkleFrontier.nodes(ofSize: size) {
        #expect(node.isComplete(inTreeOfSize: size))
        #expect(node.index << Int64(node.level) == next)
        next += 1 << Int64(node.level)
      }
      #expect(next == size)
    }
  }

  @Test func `too few hashes, too many, or a negative size make no edge`() {
    let hash = MerkleTree.emptyRoot
    #expect(MerkleFrontier(size: 5, nodes: [hash]) == nil)
    #expect(MerkleFrontier(size: 5, nodes: [hash, hash, hash]) == nil)
    #expect(MerkleFrontier(size: 0, nodes: [hash]) == nil)
    #expect(MerkleFrontier(size: -1, nodes: []) == nil)
    #expect(MerkleFrontier(size: 0, nodes: []) == MerkleFrontier())
  }
}
