import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

/// Proofs as the service makes them of a log in a file, before the rules that need no store.
@Suite struct StoredProofTests {
  private static let size: Int64 = 513

  private let database: TemporaryDatabase
  private let house: TestHouse
  private let actor = Actor(name: "user:0")
  private let hasher = SHA256Hasher()
  /// What the entries' own bytes hash to.
  private let leaves: [Digest]

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path)
    try house.furnish()
    let house = house
    _ = try house.unlocking.decide((0..<Int(Self.size)).map { house.tap("t\($0)") })
    let hasher = hasher
    leaves = try house.bodies().map { hasher.hash(prefix: 0x00, $0.span) }
  }

  private var audit: AuditService { AuditService(environment: house.environment) }
  private var checkpoints: CheckpointService {
    CheckpointService(
      environment: house.environment, keyFile: LogKeyFile(database: database.path))
  }

  /// The root over the first entries: RFC 6962, section 2.1, word for word.
  private func root(_ size: Int64) -> Digest { root(leaves[..<Int(size)]) }

  private func root(_ part: ArraySlice<Digest>) -> Digest {
    guard part.count > 1 else { return part[part.startIndex] }
    var left = 1
    while 2 * left < part.count { left *= 2 }
    return hasher.node(root(part.prefix(left)), root(part.dropFirst(left)))
  }

  @Test(arguments: [1, 255, 256, 257, 513] as [Int64])
  func `every entry is proved at every border of a tile`(_ size: Int64) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let expected = root(size)
    for sequence in 0..<size {
      let bytes = try audit.proveInclusion(
        of: sequence, size: size, by: actor, checkpoints: checkpoints
      ).bytes
      let file = try InclusionProofFile(parsing: bytes.span)
      let (proof, root) = (file.proof, file.signed.checkpoint.root)
      let leaf = leaves[Int(sequence)]
      #expect((proof.index, proof.size, root) == (sequence, size, expected))
      #expect(proof.verify(leaf: leaf, root: root, hashing: hasher), "\(sequence)")
      let bad = ([leaf, root] + proof.hashes).flipped(using: &random)
      let changed = InclusionProof(index: sequence, size: size, hashes: Array(bad.dropFirst(2)))
      #expect(!changed.verify(leaf: bad[0], root: bad[1], hashing: hasher), "\(sequence)")
    }
  }

  @Test func `any two sizes around the borders of tiles are proved consistent`() throws {
    let sizes: [Int64] = [1, 2, 3, 127, 128, 255, 256, 257, 300, 511, 512, 513]
    var random = SeededGenerator(seed: 1)
    for new in sizes {
      for old in sizes where old <= new {
        let bytes = try audit.proveConsistency(
          from: old, to: new, by: actor, checkpoints: checkpoints
        ).bytes
        let file = try ConsistencyProofFile(parsing: bytes.span)
        let proof = file.proof
        let (oldRoot, newRoot) = (file.old.checkpoint.root, file.new.checkpoint.root)
        #expect((proof.oldSize, oldRoot) == (old, root(old)))
        #expect((proof.newSize, newRoot) == (new, root(new)))
        #expect(
          proof.verify(oldRoot: oldRoot, newRoot: newRoot, hashing: hasher), "\(old) to \(new)")
        let bad = ([oldRoot, newRoot] + proof.hashes).flipped(using: &random)
        let changed = ConsistencyProof(
          oldSize: old, newSize: new, hashes: Array(bad.dropFirst(2)))
        #expect(
          !changed.verify(oldRoot: bad[0], newRoot: bad[1], hashing: hasher), "\(old) to \(new)")
      }
    }
    // Each size was promised once, however many proofs lead to it.
    var promised: [Int64] = []
    try house.store.read { reader in
      try reader.forEachCheckpoint { promised.append($0.size) }
    }
    #expect(promised == sizes)
    #expect(try audit.verify() == .holds(entries: Self.size))
  }
}

extension [Digest] {
  /// The same with one bit of one of them another.
  fileprivate func flipped(using random: inout some RandomNumberGenerator) -> [Digest] {
    let (place, bit) = (
      Int.random(in: 0..<count, using: &random), Int.random(in: 0..<256, using: &random)
    )
    var bytes = self[place].bytes
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    var digests = self
    digests[place] = Digest(bytes)
    return digests
  }
}
