import KeywayCore
import KeywayCrypto
import Testing

@Suite struct ConsistencyProofTests {
  private let hasher = SHA256Hasher()
  private let slow = SlowTree(count: 260)

  private func proof(_ oldSize: Int, _ newSize: Int) -> ConsistencyProof {
    ConsistencyProof(oldSize: Int64(oldSize), newSize: Int64(newSize), hashing: hasher) {
      slow.node($0, size: newSize)
    }
  }

  private func holds(_ proof: ConsistencyProof, _ oldRoot: Digest, _ newRoot: Digest) -> Bool {
    proof.verify(oldRoot: oldRoot, newRoot: newRoot, hashing: hasher)
  }

  @Test func `all sizes up to 260 pairwise have the proof of RFC 6962, and it holds`() {
    for newSize in 0...260 {
      let root = slow.root(newSize)
      let wrong = (0...newSize).filter { oldSize in
        let proof = proof(oldSize, newSize)
        let expected = oldSize == 0 ? [] : slow.subproof(oldSize, 0..<newSize)
        return proof.hashes != expected || !holds(proof, slow.root(oldSize), root)
      }
      #expect(wrong == [], "to \(newSize)")
    }
  }

  @Test func `one changed bit anywhere is found, all sizes up to 64 pairwise and some to 260`() {
    for newSize in Array(0...64) + [100, 127, 128, 129, 255, 256, 257, 260] {
      for oldSize in 0...newSize {
        let proof = proof(oldSize, newSize)
        let (old, new) = (slow.root(oldSize), slow.root(newSize))
        let bit = newSize * 31 + oldSize
        #expect(!holds(proof, old.flipping(bit: bit), new))
        // Every tree begins with the empty one, whatever its root.
        #expect(holds(proof, old, new.flipping(bit: bit)) == (oldSize == 0 && newSize > 0))
        let held = proof.hashes.indices.filter { place in
          let hashes = proof.hashes.flipping(bit: bit + place, at: place)
          return holds(altered(proof, hashes: hashes), old, new)
        }
        #expect(held == [], "\(oldSize) to \(newSize)")
      }
    }
  }

  @Test func `a hash too many, too few or out of its place is found`() {
    for newSize in 0...64 {
      for oldSize in 0...newSize {
        let proof = proof(oldSize, newSize)
        let (old, new) = (slow.root(oldSize), slow.root(newSize))
        var wrong = [proof.hashes + [new], proof.hashes + [old], [new] + proof.hashes]
        wrong.append([old] + proof.hashes)
        if let first = proof.hashes.first {
          wrong += [[first] + proof.hashes, Array(proof.hashes.dropLast()), []]
          wrong.append(Array(proof.hashes.dropFirst()))
        }
        if proof.hashes.count > 1 { wrong.append(proof.hashes.reversed()) }
        for hashes in wrong { #expect(!holds(altered(proof, hashes: hashes), old, new)) }
        if oldSize != newSize { #expect(!holds(proof, new, old)) }
      }
    }
  }

  @Test func `wrong sizes hold only where the way is the same`() {
    for newSize in 2...20 {
      for oldSize in 1..<newSize {
        let hashes = proof(oldSize, newSize).hashes
        let (old, new) = (slow.root(oldSize), slow.root(newSize))
        let way = SlowTree.sides(oldSize, newSize, true)
        for otherNew in -1...40 {
          let sameWay = (-1...40).filter { otherOld in
            otherOld > 0 && otherOld < otherNew && SlowTree.sides(otherOld, otherNew, true) == way
          }
          let held = (-1...40).filter { otherOld in
            let sizes = (old: Int64(otherOld), new: Int64(otherNew))
            return holds(
              ConsistencyProof(oldSize: sizes.old, newSize: sizes.new, hashes: hashes), old, new)
          }
          #expect(held == sameWay, "\(oldSize) to \(newSize) as one to \(otherNew)")
        }
      }
    }
  }

  @Test func `the empty tree and equal trees are consistent without hashes, and only so`() {
    let (empty, one, two) = (MerkleTree.emptyRoot, slow.root(1), slow.root(2))
    func proof(_ old: Int64, _ new: Int64, _ hashes: [Digest] = []) -> ConsistencyProof {
      ConsistencyProof(oldSize: old, newSize: new, hashes: hashes)
    }
    #expect(holds(proof(0, 0), empty, empty))
    #expect(holds(proof(0, 1), empty, one))
    #expect(holds(proof(1, 1), one, one))
    let refused = [
      (proof(0, 0), one, one), (proof(0, 0), empty, one), (proof(0, 1), one, one),
      (proof(1, 1), one, two), (proof(1, 0), one, empty), (proof(2, 1), two, one),
      (proof(1, 2), one, two), (proof(2, 3), two, two), (proof(3, 4), two, two),
      (proof(0, 0, [empty]), empty, empty), (proof(0, 1, [empty]), empty, one),
      (proof(1, 1, [one]), one, one), (proof(-1, -1), one, one), (proof(-1, 1), empty, one),
    ]
    for (proof, old, new) in refused { #expect(!holds(proof, old, new), "\(proof)") }
  }

  @Test func `making a proof reads a few complete nodes, however large the tree`() {
    for size in SlowTree.largeSizes {
      for oldSize in [0, 1, 2, size / 3, size / 2, size - 1, size] {
        var reads = 0
        let proof = ConsistencyProof(oldSize: oldSize, newSize: size, hashing: hasher) { node in
          #expect(node.isComplete(inTreeOfSize: size))
          reads += 1
          return slow.leaves[node.level]
        }
        let height = SlowTree.height(of: size)
        #expect(proof.hashes.count <= height + 1 && reads <= 2 * height)
      }
    }
  }

  private func altered(_ proof: ConsistencyProof, hashes: [Digest]) -> ConsistencyProof {
    ConsistencyProof(oldSize: proof.oldSize, newSize: proof.newSize, hashes: hashes)
  }
}
