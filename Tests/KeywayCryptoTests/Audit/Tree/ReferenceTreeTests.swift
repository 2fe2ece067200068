import KeywayCore
import KeywayCrypto
import Testing

@Suite struct ReferenceTreeTests {
  private let hasher = SHA256Hasher()

  @Test func `leaves, nodes and roots are the published ones at every size`() throws {
    var frontier = MerkleFrontier()
    #expect(try frontier.root(hashing: hasher) == ReferenceTree.root(0))
    #expect(hasher.hash([UInt8]().span) == MerkleTree.emptyRoot)
    for (index, entry) in ReferenceTree.entries.enumerated() {
      let leaf = hasher.hash(prefix: 0, entry.span)
      #expect(leaf.hex == ReferenceTree.nodes[0][index])
      frontier.append(leaf, hashing: hasher) { node, hash in
        #expect(hash.hex == ReferenceTree.nodes[node.level][Int(node.index)])
      }
      #expect(frontier.root(hashing: hasher).hex == ReferenceTree.roots[index + 1])
    }
  }

  @Test(arguments: ProofVector.inclusion)
  func `inclusion proofs are the published ones and hold`(_ vector: ProofVector) throws {
    let proof = try InclusionProof(
      index: vector.of, size: vector.size, hashing: hasher, read: ReferenceTree.node)
    #expect(try proof.hashes == vector.nodes.map(ReferenceTree.node))
    let leaf = try ReferenceTree.node(TreeNode(level: 0, index: vector.of))
    #expect(try proof.verify(leaf: leaf, root: ReferenceTree.root(vector.size), hashing: hasher))
  }

  @Test(arguments: ProofVector.consistency)
  func `consistency proofs are the published ones and hold`(_ vector: ProofVector) throws {
    let proof = try ConsistencyProof(
      oldSize: vector.of, newSize: vector.size, hashing: hasher, read: ReferenceTree.node)
    #expect(try proof.hashes == vector.nodes.map(ReferenceTree.node))
    #expect(
      try proof.verify(
        oldRoot: ReferenceTree.root(vector.of), newRoot: ReferenceTree.root(vector.size),
        hashing: hasher))
  }
}
