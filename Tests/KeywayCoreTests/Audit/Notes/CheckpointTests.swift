import KeywayCore
import Testing

@Suite struct CheckpointTests {
  @Test func `the example of the specification is read and written as it is`() throws {
    let note = try SignedNote(parsing: NoteFixtures.checkpoint.utf8.span)
    let checkpoint = try Checkpoint(parsing: note.text.span)
    #expect(checkpoint.origin == "example.com/behind-the-sofa")
    #expect(checkpoint.size == 20_852_163)
    #expect(checkpoint.root.base64 == "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")
    #expect(checkpoint.extensions == [])
    #expect(checkpoint.text == note.text)
    let made = try Checkpoint(
      origin: checkpoint.origin, size: checkpoint.size, root: checkpoint.root)
    #expect(made == checkpoint)
  }

  @Test func `extension lines of others are kept, and make another checkpoint`() throws {
    let plain = "a\n0\n\(MerkleTree.emptyRoot.base64)\n"
    let extended = plain + "one\n  two + — \n"
    let checkpoint = try Checkpoint(parsing: extended.utf8.span)
    #expect(checkpoint.extensions == ["one", "  two + — "])
    #expect(checkpoint.text == Array(extended.utf8))
    #expect(try checkpoint != Checkpoint(parsing: plain.utf8.span))
  }

  @Test(arguments: LogTextRefusal.checkpoints)
  func `refuses what is no checkpoint, and says which line`(_ refusal: LogTextRefusal) throws {
    let error = try #require(throws: LogTextError.self) {
      try Checkpoint(parsing: refusal.bytes.span)
    }
    #expect(error.code == refusal.code && error.line == refusal.line, "\(error)")
  }

  @Test func `the largest size is read`() throws {
    let text = "a\n9223372036854775807\n\(MerkleTree.emptyRoot.base64)\n"
    #expect(try Checkpoint(parsing: text.utf8.span).size == .max)
  }

  @Test func `origins that only look alike are different logs`() throws {
    let root = MerkleTree.emptyRoot
    let one = try Checkpoint(origin: "caf\u{e9}", size: 0, root: root)
    #expect(try one != Checkpoint(origin: "cafe\u{301}", size: 0, root: root))
    #expect(one.isOrigin("caf\u{e9}") && !one.isOrigin("cafe\u{301}"))
  }

  @Test func `no checkpoint is made that could not be read`() {
    let refused: [(String, Int64, LogTextError.Code)] = [
      ("", 0, .origin), ("a\nb", 0, .origin), ("a\r", 0, .origin), ("a", -1, .size),
    ]
    for (origin, size, code) in refused {
      let error = #expect(throws: LogTextError.self) {
        try Checkpoint(origin: origin, size: size, root: MerkleTree.emptyRoot)
      }
      #expect(error?.code == code)
    }
  }
}
