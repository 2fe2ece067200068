import KeywayCore
import Testing

@Suite struct SignedNoteTests {
  private let text = NoteFixtures.text

  /// Believes the one signature that it was told to.
  private struct Believer: NoteVerifying {
    let key: NoteKey
    let believed: [UInt8]

    func verify(_ signature: Span<UInt8>, of text: Span<UInt8>) -> Bool {
      signature.indices.map { signature[$0] } == believed
    }
  }

  private func note(_ text: String) throws -> SignedNote {
    try SignedNote(parsing: text.utf8.span)
  }

  @Test func `a note is written as it was read`() throws {
    let peter = NoteFixtures.peter
    let texts = [
      text + "\n" + peter + NoteFixtures.enoch, NoteFixtures.salvatore, NoteFixtures.checkpoint,
      "\n\n" + peter, "a\n\n\n" + peter, "\n\n\na\n\n" + peter,
      "— a b\n\n— c\u{7f}\u{200b}e\u{301} AAAAAAE=\n",
      "a\n\n" + String(repeating: peter, count: 100),
    ]
    for text in texts {
      let note = try note(text)
      #expect(note.bytes == Array(text.utf8))
      #expect(try SignedNote(text: note.text, signatures: note.signatures) == note)
    }
  }

  @Test func `the last empty line divides text and signatures`() throws {
    let note = try note(NoteFixtures.salvatore)
    #expect(String(decoding: note.text, as: UTF8.self).hasSuffix("sole:\n\ned è subito sera.\n"))
    let signature = try #require(note.signatures.first)
    #expect(note.signatures.count == 1 && signature.bytes.count == 64)
    #expect(signature.key.description == "quasimodo.example/salvatore+367ba04b")
  }

  @Test(arguments: LogTextRefusal.notes)
  func `refuses what is no note, and says which line`(_ refusal: LogTextRefusal) throws {
    let error = try #require(throws: LogTextError.self) {
      try SignedNote(parsing: refusal.bytes.span)
    }
    #expect(error.code == refusal.code && error.line == refusal.line, "\(error)")
  }

  @Test func `only a known key decides: name and hash together`() throws {
    let name = try #require(NoteKeyName("a"))
    let other = try #require(NoteKeyName("b"))
    let key = NoteKey(name: name, hash: 1)
    let believer = Believer(key: key, believed: [1, 2])
    func note(_ signatures: (NoteKey, [UInt8])...) throws -> SignedNote {
      try SignedNote(
        text: Array(text.utf8), signatures: signatures.map { NoteSignature(key: $0, bytes: $1) })
    }
    let (sameHash, sameName) = (NoteKey(name: other, hash: 1), NoteKey(name: name, hash: 2))
    let signed = try note((sameHash, [9]), (key, [1, 2]), (sameName, [9]), (key, [1, 2]))
    #expect(try signed.verify(by: [believer]) == [key])
    #expect(try signed.verify(by: [Believer(key: key, believed: []), believer]) == [key])
    for (note, code) in [
      (try note((key, [1, 2]), (key, [1, 3])), LogTextError.Code.badSignature),
      (try note((key, [1, 3]), (key, [1, 2])), .badSignature),
      (try note((sameHash, [1, 2]), (sameName, [1, 2])), .unknownKeys),
    ] {
      let error = try #require(throws: LogTextError.self) { try note.verify(by: [believer]) }
      #expect(error.code == code)
    }
    let error = try #require(throws: LogTextError.self) { try signed.verify(by: []) }
    #expect(error.code == .unknownKeys)
  }

  @Test func `names and texts that only look alike are different`() throws {
    let (one, other) = (NoteKeyName("\u{e9}"), NoteKeyName("e\u{301}"))
    #expect(one != nil && other != nil && one != other)
    let composed = try note("\u{e9}\n\n" + NoteFixtures.peter)
    #expect(try composed != note("e\u{301}\n\n" + NoteFixtures.peter))
  }

  @Test func `no note is made that could not be read`() throws {
    let signature = try #require(try note("a\n\n" + NoteFixtures.peter).signatures.first)
    let refused: [(String, [NoteSignature], LogTextError.Code)] = [
      ("abc", [signature], .lineEnd), ("", [signature], .lineEnd),
      ("a\r\n", [signature], .controlCharacter), ("a\n", [], .noSignature),
      ("a\n", Array(repeating: signature, count: 101), .tooManySignatures),
      (String(repeating: "a", count: 999_950) + "\n", [signature], .tooLong),
    ]
    for (text, signatures, code) in refused {
      let error = try #require(throws: LogTextError.self) {
        try SignedNote(text: Array(text.utf8), signatures: signatures)
      }
      #expect(error.code == code)
    }
  }

  @Test func `no altered note traps, and what is read is written the same`() {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    let whole = Array((text + "\n" + NoteFixtures.peter + NoteFixtures.enoch).utf8)
    for _ in 0..<4_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(0x0a, at: place)
        default: bytes[place] = .random(in: 0...255, using: &generator)
        }
      }
      guard let note = try? SignedNote(parsing: bytes.span) else { continue }
      #expect(note.bytes == bytes, "seed \(seed)")
    }
  }
}
