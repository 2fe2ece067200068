import KeywayCore
import Testing

@Suite struct ProofFileTests {
  private typealias Fixtures = ProofFileFixtures

  @Test(arguments: ["", "extra \n", "extra AAEC\n"])
  func `an inclusion proof is written as it was read`(_ extra: String) throws {
    let text = Fixtures.inclusion(extra: extra)
    let file = try InclusionProofFile(parsing: text.utf8.span)
    #expect(file.bytes == Array(text.utf8))
    #expect(file.extra == (extra.isEmpty ? nil : extra == "extra \n" ? [] : [0, 1, 2]))
    #expect(file.proof.index == 5 && file.proof.size == 8)
    #expect(file.proof.hashes == [Fixtures.one, Fixtures.two])
    #expect(file.signed.checkpoint.origin == "example.com/log")
    let made = try InclusionProofFile(proof: file.proof, signed: file.signed, extra: file.extra)
    #expect(made == file)
  }

  @Test func `a proof may have no hashes, and the checkpoint lines of others`() throws {
    let note = Fixtures.note(size: 1, lines: "more\n")
    let text = "c2sp.org/tlog-proof@v1\nindex 0\n\n\(note)"
    let file = try InclusionProofFile(parsing: text.utf8.span)
    #expect(file.proof.hashes == [] && file.bytes == Array(text.utf8))
  }

  @Test func `a consistency proof is written as it was read`() throws {
    for lines in ["", "more\n"] {
      let old = Fixtures.note(size: 6, lines: lines)
      let text = Fixtures.consistency(old: old, new: Fixtures.note(size: 8, lines: lines))
      let file = try ConsistencyProofFile(parsing: text.utf8.span)
      #expect(file.bytes == Array(text.utf8))
      #expect(file.proof.oldSize == 6 && file.proof.newSize == 8)
      #expect(file.proof.hashes == [Fixtures.one, Fixtures.two])
      #expect(file.old.note.bytes == Array(old.utf8) && file.new.checkpoint.size == 8)
      let made = try ConsistencyProofFile(proof: file.proof, old: file.old, new: file.new)
      #expect(made == file)
    }
  }

  @Test(arguments: ProofFileFixtures.inclusionRefusals)
  func `refuses what is no inclusion proof, and says which line`(_ refusal: LogTextRefusal) throws {
    let error = try #require(throws: LogTextError.self) {
      try InclusionProofFile(parsing: refusal.bytes.span)
    }
    #expect(error.code == refusal.code && error.line == refusal.line, "\(error)")
  }

  @Test(arguments: ProofFileFixtures.consistencyRefusals)
  func `refuses what is no consistency proof, and says which line`(
    _ refusal: LogTextRefusal
  ) throws {
    let error = try #require(throws: LogTextError.self) {
      try ConsistencyProofFile(parsing: refusal.bytes.span)
    }
    #expect(error.code == refusal.code && error.line == refusal.line, "\(error)")
  }

  @Test func `no file is made whose parts do not belong together`() throws {
    let signed = try SignedCheckpoint(parsing: Fixtures.note(size: 8).utf8.span)
    let smaller = try SignedCheckpoint(parsing: Fixtures.note(size: 6).utf8.span)
    let other = try SignedCheckpoint(parsing: Fixtures.note("b", size: 8).utf8.span)
    let inclusions: [(Int64, Int64, LogTextError.Code)] = [
      (0, 7, .size), (8, 8, .index), (-1, 8, .index),
    ]
    for (index, size, code) in inclusions {
      let error = #expect(throws: LogTextError.self) {
        try InclusionProofFile(
          proof: InclusionProof(index: index, size: size, hashes: []), signed: signed)
      }
      #expect(error?.code == code)
    }
    let pairs: [(SignedCheckpoint, SignedCheckpoint, Int64, LogTextError.Code)] = [
      (smaller, other, 6, .origin), (signed, smaller, 8, .size), (smaller, signed, 5, .size),
    ]
    for (old, new, oldSize, code) in pairs {
      let proof = ConsistencyProof(oldSize: oldSize, newSize: new.checkpoint.size, hashes: [])
      let error = #expect(throws: LogTextError.self) {
        try ConsistencyProofFile(proof: proof, old: old, new: new)
      }
      #expect(error?.code == code)
    }
  }

  @Test func `no altered file traps, and what is read is written the same`() {
    let seed: UInt64 = 22
    var generator = SeededGenerator(seed: seed)
    let note = Fixtures.note(size: 6)
    for whole in [
      Fixtures.inclusion(extra: "extra AAEC\n"),
      Fixtures.consistency(old: note, new: Fixtures.note(size: 8)),
    ] {
      for _ in 0..<2_000 {
        var bytes = Array(whole.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: bytes.remove(at: place)
          case 1: bytes.insert(0x0a, at: place)
          case 2: bytes.removeSubrange(place...)
          default: bytes[place] = .random(in: 0x0a...0x7f, using: &generator)
          }
          if bytes.isEmpty { break }
        }
        let inclusion = try? InclusionProofFile(parsing: bytes.span)
        #expect(inclusion.map { $0.bytes == bytes } ?? true, "seed \(seed)")
        let consistency = try? ConsistencyProofFile(parsing: bytes.span)
        #expect(consistency.map { $0.bytes == bytes } ?? true, "seed \(seed)")
      }
    }
  }
}
