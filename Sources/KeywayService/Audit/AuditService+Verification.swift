package import KeywayCore
package import KeywayCrypto
import KeywayStore

extension AuditService {
  /// What checking the log came to.
  package enum Verification: Error, Hashable, Sendable {
    /// Every entry is as it was written, and so is all that was promised of them. Of those that
    /// were pruned only the hashes are left.
    case holds(entries: Int64, pruned: Int64 = 0)
    /// The first entry that is not, or the size of the log of which a promise is broken, and what is
    /// wrong with it.
    case failed(at: Int64, String)

    /// What is wrong, or nothing.
    var words: String {
      if case .failed(_, let words) = self { return words }
      return ""
    }

    static func missing(_ sequence: Int64) -> Self {
      .failed(at: sequence, "entry \(sequence) is missing")
    }
  }

  /// Recomputes the whole tree from the entries, and compares with it every node and every
  /// checkpoint that is stored, with its signature. Blocks.
  package func verify() throws -> Verification {
    do {
      var check = try TreeCheck(environment)
      var leaves = try LeafCheck(environment)
      // Not up to the log's size: one row far away would make that endless.
      var page: [StoredEntry] = []
      repeat {
        page = try self.page(from: check.size, to: check.size + Self.pageSize)
        for stored in page {
          guard stored.sequence == check.size else { throw Verification.missing(check.size) }
          try check.append(try leaves.leaf(of: stored))
        }
        try check.compareNodes(in: environment)
      } while !page.isEmpty
      try check.finish(in: environment)
      try checkNothing(outside: check.size)
      return .holds(entries: check.size, pruned: leaves.pruned)
    } catch let failure as Verification {
      return failure
    }
  }

  /// Whether the log still contains what a checkpoint from outside promised, which one of the keys
  /// must have signed. Recomputes what it needs from the entries. Blocks.
  ///
  /// - Parameter verifiers: further keys beside those that ever signed for this log.
  /// - Throws: ``LogTextError`` `unknownKeys` or `badSignature`; `StoreError`.
  package func verify(
    against promise: SignedCheckpoint, verifiers: [NoteVerifier] = []
  ) throws -> Verification {
    let own = try environment.store.read { reader in try reader.logKeys() }
    let known = try own.map { line throws(LogTextError) in try NoteVerifier(parsing: line) }
    _ = try promise.note.verify(by: known + verifiers)
    let size = promise.checkpoint.size
    let hasher = SHA256Hasher()
    var frontier = MerkleFrontier()
    var pruned: Int64 = 0
    do {
      var leaves = try LeafCheck(environment)
      while frontier.size < size {
        let end = min(frontier.size + Self.pageSize, size)
        let page = try page(from: frontier.size, to: end)
        for stored in page {
          guard stored.sequence == frontier.size else {
            throw Verification.missing(frontier.size)
          }
          frontier.append(try leaves.leaf(of: stored), hashing: hasher) { _, _ in }
        }
        pruned = leaves.pruned
        if page.isEmpty { throw Verification.missing(frontier.size) }
      }
    } catch let failure as Verification {
      return failure
    }
    guard frontier.root(hashing: hasher) == promise.checkpoint.root else {
      return .failed(at: size, "the log's first \(size) entries are not those that were promised")
    }
    return .holds(entries: size, pruned: pruned)
  }

  /// Throws what contradicts a log of that many entries.
  func checkNothing(outside size: Int64) throws {
    try environment.store.read { reader in
      try reader.forEachEntry(from: .min, to: 0) { stored in
        throw Verification.failed(
          at: stored.sequence, "entry \(stored.sequence) stands outside the log")
      }
      // What was appended since the last page was read follows it.
      var next = size
      try reader.forEachEntry(from: size, to: .max) { stored in
        guard stored.sequence == next else { throw Verification.missing(next) }
        next += 1
      }
      if let evidence = try reader.evidenceAgainstLog() {
        throw Verification.failed(at: evidence.sequence, evidence.words)
      }
    }
  }

  /// The leaf hash of an entry; throws unless the entry is what that and its place promise.
  @discardableResult
  static func check(_ stored: StoredEntry, hasher: SHA256Hasher) throws -> Digest {
    guard let body = stored.body else {
      throw Verification.failed(at: stored.sequence, "entry \(stored.sequence) has no body")
    }
    guard let leaf = Digest(bytes: stored.leaf.span),
      leaf == hasher.hash(prefix: 0x00, body.span)
    else {
      throw Verification.failed(
        at: stored.sequence, "entry \(stored.sequence) is not what its leaf hash promises")
    }
    guard carriesNumber(stored.sequence, body) else {
      throw Verification.failed(
        at: stored.sequence, "entry \(stored.sequence) does not carry its own number")
    }
    return leaf
  }

  /// Whether an entry, which is canonical JSON, has the member `seq` with that number: in a string
  /// the quotation marks of its name would be escaped. Few bytes follow it in most entries.
  private static func carriesNumber(_ sequence: Int64, _ body: [UInt8]) -> Bool {
    let member = Array("\"seq\":\(sequence)".utf8)
    let (wanted, bytes) = (member.span, body.span)
    var start = bytes.count - wanted.count - 1
    while start >= 0 {
      var length = 0
      while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
      if length == wanted.count {
        let end = bytes[start + length]
        return end == UInt8(ascii: ",") || end == UInt8(ascii: "}")
      }
      start -= 1
    }
    return false
  }
}
