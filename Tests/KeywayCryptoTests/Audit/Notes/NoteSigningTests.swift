import KeywayCore
import KeywayCrypto
import Testing

/// The keys and texts are those of golang.org/x/mod/sumdb/note, `note_test.go`.
@Suite struct NoteSigningTests {
  private let text = """
    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    """
  private let peterLine = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
  private let enochLine = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
  private let peter =
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
  private let enoch =
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"

  /// Peter's key is published as `PRIVATE+KEY+PeterNeumann+c74f20a3+` and this.
  private func signer() throws -> NoteSigner {
    let published = Base64.decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz".utf8.span)
    let bytes = try #require(published)
    #expect(bytes.first == 1)
    let name = try #require(NoteKeyName("PeterNeumann"))
    return NoteSigner(name: name, signingKey: try signingKey(Array(bytes.dropFirst())))
  }

  private func note(_ lines: String...) throws -> SignedNote {
    try SignedNote(parsing: (text + "\n" + lines.joined()).utf8.span)
  }

  @Test func `signing gives the published note`() throws {
    let note = try signer().sign(Array(text.utf8))
    #expect(String(decoding: note.bytes, as: UTF8.self) == text + "\n" + peter)
    #expect(try signer().verifier.line == peterLine)
  }

  @Test func `verifier lines are read and written as they are published`() throws {
    for line in [peterLine, enochLine] {
      #expect(try NoteVerifier(parsing: line).line == line)
    }
    #expect(try NoteVerifier(parsing: peterLine) == signer().verifier)
  }

  @Test func `no part of a verifier line and no line with one byte changed is one`() {
    let bytes = Array(peterLine.utf8)
    var refused: [String] = ["\(peterLine)\n", peterLine.uppercased()]
    for start in 0..<bytes.count {
      for end in start...bytes.count where end - start < bytes.count {
        refused.append(String(decoding: bytes[start..<end], as: UTF8.self))
      }
      var changed = bytes
      changed[start] += 1
      refused.append(String(decoding: changed, as: UTF8.self))
    }
    for line in refused {
      #expect(throws: LogTextError.self, "\(line)") { try NoteVerifier(parsing: line) }
    }
  }

  @Test func `a refused verifier line says why`() throws {
    let key = "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    let refused: [(String, LogTextError.Code)] = [
      ("PeterNeumann+cc469956+\(key)BADKEY==", .verifierLine),
      ("PeterNeumann+173116ae+Z\(key.dropFirst())", .verifierLine),
      ("PeterNeumann+C74F20A3+\(key)", .verifierLine),
      ("PeterNeumann+c74f20a+\(key)", .verifierLine),
      ("PeterNeumann+c74f20a3", .verifierLine),
      ("PeterNeumann+c74f20a3+", .verifierLine),
      ("PeterNeumann+c74f20a4+\(key)", .keyHash),
      ("EnochRoot+c74f20a3+\(key)", .keyHash),
      ("Peter Neumann+c74f20a3+\(key)", .keyName),
      ("+c74f20a3+\(key)", .keyName),
    ]
    for (line, code) in refused {
      let error = try #require(throws: LogTextError.self) { try NoteVerifier(parsing: line) }
      #expect(error.code == code, "\(line)")
    }
  }

  @Test func `known signatures hold, unknown ones are passed over`() throws {
    let (peterKey, enochKey) = (
      try NoteVerifier(parsing: peterLine), try NoteVerifier(parsing: enochLine)
    )
    let both = try note(peter, enoch)
    #expect(try both.verify(by: [peterKey]) == [peterKey.key])
    #expect(try both.verify(by: [enochKey]) == [enochKey.key])
    #expect(try both.verify(by: [enochKey, peterKey]) == [peterKey.key, enochKey.key])
    #expect(try note(peter, peter, enoch, enoch).verify(by: [peterKey]) == [peterKey.key])
    let error = try #require(throws: LogTextError.self) { try note(enoch).verify(by: [peterKey]) }
    #expect(error.code == .unknownKeys)
  }

  @Test func `a known key's signature is refused when it or the text is changed`() throws {
    let verifier = try NoteVerifier(parsing: peterLine)
    let good = try note(peter)
    let signature = try #require(good.signatures.first)
    func refuse(_ text: [UInt8], _ bytes: [UInt8]) throws {
      let changed = try SignedNote(
        text: text, signatures: [NoteSignature(key: signature.key, bytes: bytes)])
      let error = try #require(throws: LogTextError.self) { try changed.verify(by: [verifier]) }
      #expect(error.code == .badSignature)
    }
    for place in signature.bytes.indices {
      var bytes = signature.bytes
      bytes[place] ^= 1 << UInt8(place % 8)
      try refuse(good.text, bytes)
    }
    try refuse(good.text, signature.bytes + [0])
    try refuse(good.text, signature.bytes.dropLast())
    try refuse(good.text + [0x0a], signature.bytes)
    try refuse(Array("then".utf8) + good.text.dropFirst(4), signature.bytes)
  }
}
