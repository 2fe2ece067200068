package import KeywayCore
import KeywayCrypto
import KeywayStore

extension AuditService {
  /// The proof that the log has an entry, under a signed checkpoint, with the entry beside it
  /// unless it was pruned. Blocks.
  ///
  /// - Parameter size: how many entries the checkpoint is to be of; nil for all that there are.
  /// - Throws: ``ServiceError`` `notFound` when the log, or the part of it, has no such entry.
  package func proveInclusion(
    of sequence: Int64, size: Int64?, by actor: Actor, checkpoints: CheckpointService
  ) throws -> InclusionProofFile {
    let (leaf, body) = try provable(sequence)
    let signed = try checkpoint(ofSize: size, by: actor, checkpoints)
    let size = signed.checkpoint.size
    guard sequence < size else {
      throw ServiceError(.notFound, "a log of \(size) entries has no entry \(sequence)")
    }
    let hasher = SHA256Hasher()
    let tree = LogTree(hasher: hasher)
    let proof = try environment.store.read { reader in
      try InclusionProof(index: sequence, size: size, hashing: hasher) {
        node throws(StoreError) in
        try tree.node(node, in: reader)
      }
    }
    guard proof.verify(leaf: leaf, root: signed.checkpoint.root, hashing: hasher) else {
      throw StoreError(.corrupt, "the log's tree does not hold; see 'keyway audit verify'")
    }
    return try InclusionProofFile(proof: proof, signed: signed, extra: body)
  }

  /// The leaf hash of an entry, and its bytes while the log has them.
  private func provable(_ sequence: Int64) throws -> (leaf: Digest, body: [UInt8]?) {
    let (stored, mark) = try environment.store.read { reader in
      var stored: StoredEntry?
      if (0..<Int64.max).contains(sequence) {
        try reader.forEachEntry(from: sequence, to: sequence + 1) { stored = $0 }
      }
      return (stored, try reader.pruningMark())
    }
    guard let stored else {
      throw ServiceError(.notFound, "the log has no entry \(sequence)")
    }
    if let mark, mark.hasGivenUp(stored), let leaf = Digest(bytes: stored.leaf.span) {
      return (leaf, nil)
    }
    let body = try Self.record(stored).body
    return (SHA256Hasher().hash(prefix: 0x00, body.span), body)
  }

  /// The proof that the log of `newSize` entries begins with that of `oldSize`, between signed
  /// checkpoints. Blocks.
  ///
  /// - Throws: ``ServiceError`` `invalid` when the older one is larger, `notFound` when the log has
  ///   fewer entries.
  package func proveConsistency(
    from oldSize: Int64, to newSize: Int64, by actor: Actor, checkpoints: CheckpointService
  ) throws -> ConsistencyProofFile {
    guard oldSize <= newSize else {
      throw ServiceError(
        .invalid, "a log only grows: there is no way from \(oldSize) entries to \(newSize)")
    }
    let new = try checkpoint(ofSize: newSize, by: actor, checkpoints)
    let old = try checkpoint(ofSize: oldSize, by: actor, checkpoints)
    let hasher = SHA256Hasher()
    let tree = LogTree(hasher: hasher)
    let proof = try environment.store.read { reader in
      try ConsistencyProof(oldSize: oldSize, newSize: newSize, hashing: hasher) {
        node throws(StoreError) in
        try tree.node(node, in: reader)
      }
    }
    guard
      proof.verify(
        oldRoot: old.checkpoint.root, newRoot: new.checkpoint.root, hashing: hasher)
    else {
      throw StoreError(.corrupt, "the log's tree does not hold; see 'keyway audit verify'")
    }
    return try ConsistencyProofFile(proof: proof, old: old, new: new)
  }

  private func checkpoint(
    ofSize size: Int64?, by actor: Actor, _ checkpoints: CheckpointService
  ) throws -> SignedCheckpoint {
    guard let size else { return try checkpoints.take(by: actor) }
    return try checkpoints.take(ofSize: size, by: actor)
  }
}
