import KeywayCore
import KeywayCrypto
import Testing

/// What `audit prove` and `audit verify --proof` do with a file, over the published eight-leaf tree.
@Suite struct ProofFileCheckTests {
  private let hasher = SHA256Hasher()

  /// Put together by other programs: the signature and the key hash are pyca/cryptography's.
  private static let inclusionFile = """
    c2sp.org/tlog-proof@v1
    extra QEFCQw==
    index 5
    vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=
    yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=
    037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=

    example.com/log
    8
    XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=

    — example.com/log cC88cKVY3G4xWFuDF/jreM1GINjrj6hgFtenw+FkyRG18SMYLKJmjKGwTaiy1oJEcMTYxJwrIxK0dpvvGKCN0tlViww=

    """

  private func signer() throws -> NoteSigner {
    let name = try #require(NoteKeyName("example.com/log"))
    return NoteSigner(name: name, signingKey: try signingKey([UInt8](repeating: 7, count: 32)))
  }

  private func signed(_ size: Int64) throws -> SignedCheckpoint {
    let checkpoint = try Checkpoint(
      origin: "example.com/log", size: size, root: ReferenceTree.root(size))
    return try SignedCheckpoint(signer().sign(checkpoint.text))
  }

  @Test func `an inclusion proof of an entry goes into a file and comes out as one`() throws {
    let entry = ReferenceTree.entries[5]
    let proof = try InclusionProof(
      index: 5, size: 8, hashing: hasher, read: ReferenceTree.node)
    let file = try InclusionProofFile(proof: proof, signed: signed(8), extra: entry)
    #expect(String(decoding: file.bytes, as: UTF8.self) == Self.inclusionFile)

    let read = try InclusionProofFile(parsing: file.bytes.span)
    #expect(try read.signed.note.verify(by: [signer().verifier]) == [signer().verifier.key])
    let extra = try #require(read.extra)
    let leaf = hasher.hash(prefix: 0, extra.span)
    #expect(read.proof.verify(leaf: leaf, root: read.signed.checkpoint.root, hashing: hasher))
  }

  @Test func `a consistency proof goes into a file and comes out as one`() throws {
    let proof = try ConsistencyProof(
      oldSize: 6, newSize: 8, hashing: hasher, read: ReferenceTree.node)
    let file = try ConsistencyProofFile(proof: proof, old: signed(6), new: signed(8))
    let read = try ConsistencyProofFile(parsing: file.bytes.span)
    #expect(read == file)
    for signed in [read.old, read.new] {
      #expect(try signed.note.verify(by: [signer().verifier]) == [signer().verifier.key])
    }
    #expect(
      read.proof.verify(
        oldRoot: read.old.checkpoint.root, newRoot: read.new.checkpoint.root, hashing: hasher))
  }
}
