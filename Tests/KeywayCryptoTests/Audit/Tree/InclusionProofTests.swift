import KeywayCore
import KeywayCrypto
import Testing

@Suite struct InclusionProofTests {
  private let hasher = SHA256Hasher()
  private let slow = SlowTree(count: 260)

  private func proof(_ index: Int, _ size: Int) -> InclusionProof {
    InclusionProof(index: Int64(index), size: Int64(size), hashing: hasher) {
      slow.node($0, size: size)
    }
  }

  @Test func `every leaf of every size up to 260 has the proof of RFC 6962, and it holds`() {
    for size in 1...260 {
      let root = slow.root(size)
      let wrong = (0..<size).filter { index in
        let proof = proof(index, size)
        return proof.hashes != slow.path(index, 0..<size)
          || !proof.verify(leaf: slow.leaves[index], root: root, hashing: hasher)
      }
      #expect(wrong == [], "in a tree of \(size)")
    }
  }

  @Test func `one changed bit anywhere is found, at every size up to 260`() {
    for size in 1...260 {
      let root = slow.root(size)
      for index in stride(from: size % 7, to: size, by: size < 40 ? 1 : 7) {
        let proof = proof(index, size)
        let leaf = slow.leaves[index]
        let bit = size * 31 + index
        #expect(!proof.verify(leaf: leaf.flipping(bit: bit), root: root, hashing: hasher))
        #expect(!proof.verify(leaf: leaf, root: root.flipping(bit: bit), hashing: hasher))
        let held = proof.hashes.indices.filter { place in
          let hashes = proof.hashes.flipping(bit: bit + place, at: place)
          return altered(proof, hashes: hashes).verify(leaf: leaf, root: root, hashing: hasher)
        }
        #expect(held == [], "leaf \(index) of \(size)")
      }
    }
  }

  @Test func `a hash too many, too few or out of its place is found`() {
    for size in 1...70 {
      for index in 0..<size {
        let proof = proof(index, size)
        let (leaf, root) = (slow.leaves[index], slow.root(size))
        var wrong = [proof.hashes + [root], [root] + proof.hashes, proof.hashes + [leaf]]
        if !proof.hashes.isEmpty {
          wrong += [Array(proof.hashes.dropLast()), Array(proof.hashes.dropFirst()), []]
        }
        if proof.hashes.count > 1 { wrong.append(proof.hashes.reversed()) }
        for hashes in wrong {
          #expect(!altered(proof, hashes: hashes).verify(leaf: leaf, root: root, hashing: hasher))
        }
      }
    }
  }

  @Test func `a wrong index never holds, a wrong size only where the way is the same`() {
    let ways = (0...40).map { size in (0..<size).map { SlowTree.sides($0, size) } }
    for (size, index) in (1...20).flatMap({ size in (0..<size).map { (size, $0) } }) {
      let hashes = proof(index, size).hashes
      let (leaf, root) = (slow.leaves[index], slow.root(size))
      for otherSize in 0...40 {
        let sameWay = ways[otherSize].indices.filter { ways[otherSize][$0] == ways[size][index] }
        let held = (0...41).filter { otherIndex in
          InclusionProof(index: Int64(otherIndex), size: Int64(otherSize), hashes: hashes)
            .verify(leaf: leaf, root: root, hashing: hasher)
        }
        #expect(held == sameWay && (otherSize != size || held == [index]))
      }
    }
  }

  @Test func `an index outside the tree never holds, not even without hashes`() {
    let hash = slow.leaves[0]
    for (index, size) in [(0, 0), (1, 1), (2, 1), (-1, 1), (0, -1), (-1, -1), (-2, 0)] {
      let proof = InclusionProof(index: Int64(index), size: Int64(size), hashes: [])
      #expect(!proof.verify(leaf: hash, root: hash, hashing: hasher))
      #expect(!proof.verify(leaf: hash, root: MerkleTree.emptyRoot, hashing: hasher))
    }
  }

  @Test func `making a proof reads a few complete nodes, however large the tree`() {
    for size in SlowTree.largeSizes {
      for index in [0, 1, size / 3, size / 2, size - 2, size - 1] {
        var reads = 0
        let proof = InclusionProof(index: index, size: size, hashing: hasher) { node in
          #expect(node.isComplete(inTreeOfSize: size))
          reads += 1
          return slow.leaves[node.level]
        }
        let height = SlowTree.height(of: size)
        #expect(proof.hashes.count <= height && reads <= 2 * height)
      }
    }
  }

  private func altered(_ proof: InclusionProof, hashes: [Digest]) -> InclusionProof {
    InclusionProof(index: proof.index, size: proof.size, hashes: hashes)
  }
}
