/// A proof that a log has an entry, with the checkpoint that it leads to, as one text: C2SP
/// tlog-proof.
///
/// The entry is not part of the format, but may be carried along as ``extra``. What is read is not
/// yet believed: check the checkpoint's signatures, then the proof against its root.
package struct InclusionProofFile: Hashable, Sendable {
  /// How many bytes a file may have.
  package static let maximumByteCount = 2_000_000
  private static let header = "c2sp.org/tlog-proof@v1"

  /// What the proof's maker put beside it, or nil. Nothing proves it, unless it is the entry itself
  /// and its leaf hash is what the proof is checked for.
  package let extra: [UInt8]?
  /// Its size is that of the checkpoint, and its index lies below that.
  package let proof: InclusionProof
  /// The promise that the proof leads to.
  package let signed: SignedCheckpoint

  /// Puts the parts together.
  ///
  /// - Throws: `size` when the proof is for another size than the checkpoint; `index` when the tree
  ///   has no such leaf; `tooLong`.
  package init(
    proof: InclusionProof, signed: SignedCheckpoint, extra: [UInt8]? = nil
  ) throws(LogTextError) {
    guard proof.size == signed.checkpoint.size else {
      throw LogTextError(.size, "the proof is for another size than the checkpoint")
    }
    self.proof = proof
    self.signed = signed
    self.extra = extra
    try checkIndex(line: nil)
    guard bytes.count <= Self.maximumByteCount else {
      throw LogTextError(.tooLong, "the file is longer than \(Self.maximumByteCount) bytes")
    }
  }

  /// Reads a file, strictly: what is read is written again byte for byte by ``bytes``.
  ///
  /// - Throws: `header`, `extra`, `index`, `hash`, `tooManyHashes`, and what `SignedCheckpoint`
  ///   throws, with the line in the file.
  package init(parsing bytes: Span<UInt8>) throws(LogTextError) {
    var lines = try LogText(checking: bytes, limit: Self.maximumByteCount)
    try lines.header(Self.header)
    extra = try Self.extra(&lines)
    let indexLine = lines.nextLine
    let index = try Self.index(&lines)
    let hashes = try lines.hashes()
    signed = try SignedCheckpoint(lines)
    proof = InclusionProof(index: index, size: signed.checkpoint.size, hashes: hashes)
    try checkIndex(line: indexLine)
  }

  private static func extra(_ lines: inout LogText) throws(LogTextError) -> [UInt8]? {
    let prefix = "extra ".utf8
    var rest = lines
    guard let text = rest.next(), text.starts(with: prefix) else { return nil }
    guard let extra = LogText.base64(text.dropFirst(prefix.count)) else {
      throw LogTextError(.extra, line: lines.nextLine, "the extra data is not base 64")
    }
    lines = rest
    return extra
  }

  private static func index(_ lines: inout LogText) throws(LogTextError) -> Int64 {
    let prefix = "index ".utf8
    let line = lines.nextLine
    let text = try lines.next(.index, "the index")
    guard text.starts(with: prefix), let index = LogText.number(text.dropFirst(prefix.count)) else {
      throw LogTextError(
        .index, line: line, "expected 'index ' and a decimal number without leading zeros")
    }
    return index
  }

  private func checkIndex(line: Int?) throws(LogTextError) {
    guard proof.index >= 0, proof.index < proof.size else {
      throw LogTextError(
        .index, line: line, "a log of \(proof.size) entries has no entry \(proof.index)")
    }
  }

  /// The file.
  package var bytes: [UInt8] {
    var lines = [Self.header]
    if let extra { lines.append("extra \(Base64.encode(extra))") }
    lines.append("index \(proof.index)")
    lines += proof.hashes.map(\.base64)
    return Array((lines.joined(separator: "\n") + "\n\n").utf8) + signed.note.bytes
  }
}
