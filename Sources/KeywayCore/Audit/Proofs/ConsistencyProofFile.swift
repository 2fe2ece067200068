/// A proof that a log still begins as it did, with both checkpoints that it stands between, as one
/// text.
///
/// No format for that is published; this one follows C2SP tlog-proof. A first line of its own, the
/// hashes in base 64, one a line, an empty line, the older checkpoint, an empty line, the newer
/// checkpoint. Checkpoints have no empty lines but the one before their signatures, so nothing else
/// divides the two.
///
/// What is read is not yet believed: check the signatures of both checkpoints, then the proof
/// against their roots.
package struct ConsistencyProofFile: Hashable, Sendable {
  /// How many bytes a file may have.
  package static let maximumByteCount = 3_000_000
  private static let header = "keyway/tlog-consistency-proof@v1"

  /// Its sizes are those of the checkpoints.
  package let proof: ConsistencyProof
  /// The promise that was made first.
  package let old: SignedCheckpoint
  /// The promise that is to contain it, by the log of the same origin.
  package let new: SignedCheckpoint

  /// Puts the parts together.
  ///
  /// - Throws: `size` when the proof is for other sizes than the checkpoints, or the older one is
  ///   the larger; `origin` when they are of two logs.
  package init(
    proof: ConsistencyProof, old: SignedCheckpoint, new: SignedCheckpoint
  ) throws(LogTextError) {
    guard proof.oldSize == old.checkpoint.size, proof.newSize == new.checkpoint.size else {
      throw LogTextError(.size, "the proof is for other sizes than the checkpoints")
    }
    guard proof.oldSize <= proof.newSize else {
      throw LogTextError(.size, "the older checkpoint is for a larger log than the newer one")
    }
    guard old.checkpoint.isOrigin(new.checkpoint.origin) else {
      throw LogTextError(.origin, "the checkpoints are of two different logs")
    }
    self.proof = proof
    self.old = old
    self.new = new
  }

  /// Reads a file, strictly: what is read is written again byte for byte by ``bytes``.
  ///
  /// - Throws: `header`, `hash`, `tooManyHashes`, what `SignedCheckpoint` throws, with the line in
  ///   the file, and what ``init(proof:old:new:)`` throws.
  package init(parsing bytes: Span<UInt8>) throws(LogTextError) {
    var lines = try LogText(checking: bytes, limit: Self.maximumByteCount)
    try lines.header(Self.header)
    let hashes = try lines.hashes()
    let blanks = Array(lines.emptyLines().prefix(2))
    guard blanks.count == 2 else {
      throw LogTextError(
        .noText, line: lines.nextLine, "expected two checkpoints with an empty line between them")
    }
    let old = try SignedCheckpoint(lines.split(at: blanks[1]))
    _ = lines.next()
    let new = try SignedCheckpoint(lines)
    let proof = ConsistencyProof(
      oldSize: old.checkpoint.size, newSize: new.checkpoint.size, hashes: hashes)
    try self.init(proof: proof, old: old, new: new)
  }

  /// The file.
  package var bytes: [UInt8] {
    let lines = [Self.header] + proof.hashes.map(\.base64)
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
      + old.note.bytes + [LogText.lineFeed] + new.note.bytes
  }
}
