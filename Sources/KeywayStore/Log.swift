package import KeywayCore

/// An entry of the log as it is kept.
package struct LogEntry: Hashable, Sendable {
  /// Counts from 0 without gaps.
  package let sequence: Int64
  /// SHA-256 over 0x00 and the body (RFC 6962, section 2.1).
  package let leaf: Digest
  /// Canonical JSON, at most 65,535 bytes.
  package let body: [UInt8]

  package init(sequence: Int64, leaf: Digest, body: [UInt8]) {
    self.sequence = sequence
    self.leaf = leaf
    self.body = body
  }
}

extension LogReader where Self: ~Copyable {
  /// Up to where bodies were given up last, or nil while all are kept.
  package borrowing func pruningMark() throws(StoreError) -> PruningMark? {
    try pruningMarks().last
  }
}

/// Reads the log.
package protocol LogReader: ~Copyable {
  /// How many entries there are, which is the sequence number of the next one.
  borrowing func logSize() throws(StoreError) -> Int64
  /// Calls the body with each entry from `first` up to, not including, `end`, ascending, as it is
  /// stored: a gap or a missing body is the reader's to find. With `.max` there is no end.
  borrowing func forEachEntry(
    from first: Int64, to end: Int64, _ body: (StoredEntry) throws -> Void) throws
  /// Calls the body with each entry whose body contains these bytes, ascending. Reads all of them.
  borrowing func forEachEntry(
    containing text: String, _ body: (StoredEntry) throws -> Void) throws
  /// Calls the body with each leaf from `first` up to, not including, `end`, ascending: its sequence
  /// number, its hash as it is stored, and the bytes of its entry, which are empty where it has no
  /// body. The bytes stand only while the body runs. Bodies without a leaf are passed over.
  borrowing func forEachLeaf(
    from first: Int64, to end: Int64,
    _ body: (Int64, Span<UInt8>, Span<UInt8>) throws -> Void) throws
  /// The leaf hashes from `first` up to, not including, `end`; throws `corrupt` where one is missing.
  borrowing func leaves(from first: Int64, to end: Int64) throws(StoreError) -> [Digest]
  /// The stored nodes of a level from `first` up to, not including, `end`; fewer where they end
  /// earlier. Only levels that are multiples of ``TreeTile/height`` are stored.
  borrowing func nodes(
    ofLevel level: Int, from first: Int64, to end: Int64
  ) throws(StoreError) -> [Digest]
  /// How many nodes of a level are stored.
  borrowing func nodeCount(ofLevel level: Int) throws(StoreError) -> Int64
  /// What was promised last, or nil when nothing was.
  borrowing func lastCheckpoint() throws(StoreError) -> StoredCheckpoint?
  /// What was promised for a log of that size, or nil.
  borrowing func checkpoint(ofSize size: Int64) throws(StoreError) -> StoredCheckpoint?
  /// Calls the body with everything that was ever promised, smallest size first.
  borrowing func forEachCheckpoint(_ body: (StoredCheckpoint) throws -> Void) throws
  /// The verifier lines of all keys that ever signed, oldest first.
  borrowing func logKeys() throws(StoreError) -> [String]
  /// Up to where bodies were given up, each time further; empty while all are kept.
  borrowing func pruningMarks() throws(StoreError) -> [PruningMark]
  /// How many entries below `end` have a body.
  borrowing func bodyCount(below end: Int64) throws(StoreError) -> Int64
  /// What else in the store contradicts the log, in words, with the first entry in doubt: something
  /// refers to an entry behind the last, or what guards the log is gone. Nil when nothing does.
  /// Reads all attempts that are remembered.
  borrowing func evidenceAgainstLog() throws(StoreError) -> (sequence: Int64, words: String)?
  /// The start of the rejected link of an entry, escaped, or nil when none is kept.
  borrowing func rejectedLink(ofEntry sequence: Int64) throws(StoreError) -> String?
}

/// A signed checkpoint as it is kept.
package struct StoredCheckpoint: Hashable, Sendable {
  /// How many entries the log had.
  package let size: Int64
  package let takenAt: Timestamp
  /// The signed note, as it was given out.
  package let note: [UInt8]

  package init(size: Int64, takenAt: Timestamp, note: [UInt8]) {
    self.size = size
    self.takenAt = takenAt
    self.note = note
  }
}

/// Up to where the log has given up the bodies of its entries.
package struct PruningMark: Hashable, Sendable {
  /// Exclusive; a multiple of ``TreeTile/fullWidth``.
  package let below: Int64
  /// The entry that says so, which is none of those.
  package let sequence: Int64

  package init(below: Int64, sequence: Int64) {
    self.below = below
    self.sequence = sequence
  }
}

/// A row of the log, whatever state it is in.
package struct StoredEntry: Hashable, Sendable {
  package let sequence: Int64
  /// The leaf hash as stored, of any length.
  package let leaf: [UInt8]
  /// Nil when the row has no body.
  package let body: [UInt8]?

  package init(sequence: Int64, leaf: [UInt8], body: [UInt8]?) {
    self.sequence = sequence
    self.leaf = leaf
    self.body = body
  }
}

/// Appends to the log, and takes away no more than what the log itself has given up.
package protocol LogWriter: ~Copyable {
  /// Appends entries that follow each other and the last one.
  borrowing func append(_ entries: [LogEntry]) throws(StoreError)
  /// Adds complete nodes of the tree, each behind the last of its level.
  borrowing func append(_ nodes: [(TreeNode, Digest)]) throws(StoreError)
  /// Keeps a promise; there is at most one for each size.
  borrowing func append(_ checkpoint: StoredCheckpoint) throws(StoreError)
  /// Keeps the verifier line of a key that signs from now on.
  borrowing func addLogKey(_ verifier: String, since: Timestamp) throws(StoreError)
  /// Moves the mark; throws `constraint` unless its entry says the same.
  borrowing func append(_ mark: PruningMark) throws(StoreError)
  /// Removes the first bodies below `end`, at most `count`, with the starts of rejected links among
  /// them, and says how many there were; throws `constraint` unless all are below a mark whose entry
  /// stands under a checkpoint.
  borrowing func removeBodies(below end: Int64, atMost count: Int64) throws(StoreError) -> Int64
  /// Keeps the start of a rejected link beside its entry.
  borrowing func keepRejectedLink(
    _ text: String, ofEntry sequence: Int64) throws(StoreError)
}
