import KeywayCore
import KeywayCrypto
import KeywayStore

/// Checks entries one by one against their leaf hashes, and knows which of them the log itself has
/// given up. For one thread.
struct LeafCheck {
  private typealias Verification = AuditService.Verification

  let hasher = SHA256Hasher()
  private let prunedBelow: Int64
  /// How many entries had no body and need none.
  private(set) var pruned: Int64 = 0

  /// - Parameter mark: as ``mark(in:)`` gives it.
  init(mark: PruningMark?) {
    prunedBelow = mark?.below ?? 0
  }

  /// Up to where entries need no body: the last mark whose entry stands under a checkpoint that one
  /// of the log's keys has signed.
  ///
  /// - Throws: ``AuditService/Verification`` when the entry does not say so.
  static func mark(in environment: ServiceEnvironment) throws -> PruningMark? {
    // Without one no body may have gone.
    guard try environment.store.read({ try $0.pruningMark() }) != nil else { return nil }
    let verifiers = try LogVerifiers(in: environment).all
    return try environment.store.read { reader in
      let covered =
        try reader.lastCheckpoint().flatMap { checkpoint -> Int64? in
          let signed = try? SignedCheckpoint(parsing: checkpoint.note.span)
          guard let signed, (try? signed.note.verify(by: verifiers)) != nil else { return nil }
          return min(checkpoint.size, signed.checkpoint.size)
        } ?? 0
      let marks = try reader.pruningMarks()
      guard let mark = marks.last(where: { $0.sequence < covered }) else { return nil }
      var entry: StoredEntry?
      try reader.forEachEntry(from: mark.sequence, to: mark.sequence + 1) { entry = $0 }
      guard let entry else { throw Verification.missing(mark.sequence) }
      var check = LeafCheck(mark: nil)
      _ = try check.leaf(of: entry)
      let members = try AuditService.record(entry).members
      guard members.text("verb") == "prune", members.text("object") == "log",
        members.object("set")?.integer("below") == mark.below, mark.sequence >= mark.below
      else {
        throw Verification.failed(
          at: mark.sequence,
          "entry \(mark.sequence) does not say that the entries below \(mark.below) were pruned")
      }
      return mark
    }
  }

  /// The leaf hash of an entry; throws ``AuditService/Verification`` unless the entry is what that
  /// and its place promise.
  mutating func leaf(of stored: StoredEntry) throws -> Digest {
    let body = stored.body ?? []
    return try leaf(of: stored.sequence, hash: stored.leaf.span, body: body.span)
  }

  /// - Parameter body: empty where there is none.
  mutating func leaf(of sequence: Int64, hash: Span<UInt8>, body: Span<UInt8>) throws -> Digest {
    if body.isEmpty {
      guard sequence < prunedBelow, let leaf = Digest(bytes: hash) else {
        throw Verification.failed(at: sequence, "entry \(sequence) has no body")
      }
      pruned += 1
      return leaf
    }
    guard let leaf = Digest(bytes: hash), leaf == hasher.hash(prefix: 0x00, body) else {
      throw Verification.failed(
        at: sequence, "entry \(sequence) is not what its leaf hash promises")
    }
    guard Self.carries(sequence, body) else {
      throw Verification.failed(at: sequence, "entry \(sequence) does not carry its own number")
    }
    return leaf
  }

  /// Whether an entry, which is canonical JSON, has the member `seq` with that number: in a string
  /// the quotation marks of its name would be escaped. Few bytes follow it in most entries; a byte
  /// tells how many places before it the name can begin at the nearest.
  private static func carries(_ sequence: Int64, _ body: Span<UInt8>) -> Bool {
    // Behind the name come a digit and a comma or brace at least.
    var start = body.count - 8
    while start >= 0 {
      switch body[start] {
      case UInt8(ascii: "\""):
        if isName(body, at: start) { return number(body, from: start + 6) == sequence }
        start -= 4
      case UInt8(ascii: "s"): start -= 1
      case UInt8(ascii: "e"): start -= 2
      case UInt8(ascii: "q"): start -= 3
      case UInt8(ascii: ":"): start -= 5
      default: start -= 6
      }
    }
    return false
  }

  /// Whether the rest of `"seq":` follows a quotation mark.
  private static func isName(_ body: Span<UInt8>, at start: Int) -> Bool {
    body[start + 1] == UInt8(ascii: "s") && body[start + 2] == UInt8(ascii: "e")
      && body[start + 3] == UInt8(ascii: "q") && body[start + 4] == UInt8(ascii: "\"")
      && body[start + 5] == UInt8(ascii: ":")
  }

  /// The digits up to a comma or a brace, or nil when they are none or too many.
  private static func number(_ body: Span<UInt8>, from start: Int) -> Int64? {
    var (place, number) = (start, Int64(0))
    while place < body.count, (0x30...0x39).contains(body[place]), place - start < 18 {
      number = number * 10 + Int64(body[place] - 0x30)
      place += 1
    }
    guard place > start, place < body.count,
      body[place] == UInt8(ascii: ",") || body[place] == UInt8(ascii: "}")
    else { return nil }
    return number
  }
}
