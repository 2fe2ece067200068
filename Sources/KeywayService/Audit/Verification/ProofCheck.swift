import KeywayCore
package import KeywayCrypto

/// What a proof file proves to somebody who has the log's verifier line and nothing else.
package enum ProofCheck: Hashable, Sendable {
  /// The log of that origin and size has the entry.
  case inclusion(origin: String, size: Int64, sequence: Int64, entry: [UInt8])
  /// The log of that origin begins, at the new size, as it was at the old one.
  case consistency(origin: String, oldSize: Int64, newSize: Int64)
  /// The file is a proof, but of something that is not so.
  case fails(String)

  /// Checks signatures first, then hashes.
  ///
  /// - Parameter entry: the entry's own bytes; nil for those that the file carries.
  /// - Throws: ``LogTextError`` when the file is no proof or no key of `verifiers` signed it;
  ///   ``ServiceError`` `invalid` when there is no entry to look for.
  package init(
    _ file: [UInt8], entry: [UInt8]?, verifiers: [NoteVerifier]
  ) throws {
    let hasher = SHA256Hasher()
    if file.starts(with: "c2sp.org/".utf8) {
      let parsed = try InclusionProofFile(parsing: file.span)
      _ = try parsed.signed.note.verify(by: verifiers)
      guard let body = entry ?? parsed.extra else {
        throw ServiceError(.invalid, "the proof carries no entry; name its bytes with --entry FILE")
      }
      let leaf = hasher.hash(prefix: 0x00, body.span)
      let checkpoint = parsed.signed.checkpoint
      self =
        parsed.proof.verify(leaf: leaf, root: checkpoint.root, hashing: hasher)
        ? .inclusion(
          origin: checkpoint.origin, size: checkpoint.size, sequence: parsed.proof.index,
          entry: body)
        : .fails("the checkpoint's log has no such entry at \(parsed.proof.index)")
    } else {
      let parsed = try ConsistencyProofFile(parsing: file.span)
      _ = try parsed.old.note.verify(by: verifiers)
      _ = try parsed.new.note.verify(by: verifiers)
      let (old, new) = (parsed.old.checkpoint, parsed.new.checkpoint)
      self =
        parsed.proof.verify(oldRoot: old.root, newRoot: new.root, hashing: hasher)
        ? .consistency(origin: new.origin, oldSize: old.size, newSize: new.size)
        : .fails("the newer log does not begin as the older one")
    }
  }
}
