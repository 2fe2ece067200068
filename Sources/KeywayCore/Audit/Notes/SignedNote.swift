/// A text with the signatures under it, not yet believed: C2SP signed-note.
///
/// The text is nothing but bytes until ``verify(by:)`` has named a key that signed it.
package struct SignedNote: Hashable, Sendable {
  /// How many bytes a note may have, signatures included.
  package static let maximumByteCount = 1_000_000
  /// How many signatures a note may have; the specification asks for at least 16.
  package static let maximumSignatureCount = 100

  /// What is signed: UTF-8 without control characters, ending with a line feed.
  package let text: [UInt8]
  /// In their order; at least one.
  package let signatures: [NoteSignature]

  /// Puts signatures under a text.
  ///
  /// - Throws: `tooLong`, `notUTF8`, `controlCharacter`, `lineEnd`, `noSignature` or
  ///   `tooManySignatures`.
  package init(text: [UInt8], signatures: [NoteSignature]) throws(LogTextError) {
    _ = try LogText(checking: text.span, limit: Self.maximumByteCount)
    guard !signatures.isEmpty else {
      throw LogTextError(.noSignature, "a note has at least one signature")
    }
    guard signatures.count <= Self.maximumSignatureCount else { throw Self.tooManySignatures() }
    self.text = text
    self.signatures = signatures
    guard bytes.count <= Self.maximumByteCount else {
      throw LogTextError(.tooLong, "the note is longer than \(Self.maximumByteCount) bytes")
    }
  }

  /// Reads a note, strictly: what is read is written again byte for byte by ``bytes``.
  ///
  /// - Throws: `tooLong`, `notUTF8`, `controlCharacter`, `lineEnd`, `noText`, `noSignature`,
  ///   `signatureLine`, `keyName` or `tooManySignatures`, with the line.
  package init(parsing bytes: Span<UInt8>) throws(LogTextError) {
    try self.init(LogText(checking: bytes, limit: Self.maximumByteCount))
  }

  init(_ whole: LogText) throws(LogTextError) {
    guard whole.rest.count <= Self.maximumByteCount else {
      throw LogTextError(
        .tooLong, line: whole.nextLine, "the note is longer than \(Self.maximumByteCount) bytes")
    }
    var rest = whole
    guard let blank = whole.emptyLines().last else {
      throw LogTextError(.noText, line: whole.nextLine, "no text with an empty line after it")
    }
    text = Array(rest.split(at: blank).rest)
    _ = rest.next()
    var signatures: [NoteSignature] = []
    while let line = rest.next() {
      let number = rest.nextLine - 1
      guard signatures.count < Self.maximumSignatureCount else {
        throw Self.tooManySignatures(line: number)
      }
      signatures.append(try NoteSignature(line, line: number))
    }
    guard !signatures.isEmpty else {
      throw LogTextError(
        .noSignature, line: rest.nextLine, "no signature follows the last empty line")
    }
    self.signatures = signatures
  }

  /// The note as it stands in a file: text, empty line, signature lines.
  package var bytes: [UInt8] {
    text + [LogText.lineFeed] + signatures.flatMap(\.line)
  }

  /// The keys that signed the text, each once, in the order of their signatures. Signatures of keys
  /// that are not among `verifiers` say nothing, for or against.
  ///
  /// - Throws: `badSignature` when a signature given as one of a known key's is not; `unknownKeys`
  ///   when no known key signed.
  package func verify(by verifiers: [any NoteVerifying]) throws(LogTextError) -> [NoteKey] {
    var keys: [NoteKey] = []
    for signature in signatures {
      let known = verifiers.filter { $0.key == signature.key }
      guard !known.isEmpty else { continue }
      guard known.contains(where: { $0.verify(signature.bytes.span, of: text.span) }) else {
        throw LogTextError(.badSignature, "the signature of \(signature.key) is not its own")
      }
      if !keys.contains(signature.key) { keys.append(signature.key) }
    }
    guard !keys.isEmpty else {
      throw LogTextError(.unknownKeys, "no signature is by a key that is known")
    }
    return keys
  }

  private static func tooManySignatures(line: Int? = nil) -> LogTextError {
    LogTextError(
      .tooManySignatures, line: line, "a note has at most \(maximumSignatureCount) signatures")
  }
}
