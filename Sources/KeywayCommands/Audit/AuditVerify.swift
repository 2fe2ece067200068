import KeywayCore
import KeywayCrypto
import KeywayService

/// `keyway audit verify`
struct AuditVerify: Command {
  private static let checkpoint = Option.optional(
    "checkpoint", .path.named("FILE"),
    help: "Only check that the log still contains what this checkpoint promised.")
  private static let proof = Option.optional(
    "proof", .path.named("FILE"), help: "Check a proof; no database is needed.")
  private static let entry = Option.optional(
    "entry", .path.named("FILE"), help: "The entry that the proof is of, when it carries none.")
  private static let key = Option.optional(
    "key", .text.named("VERIFIER"),
    help: "The verifier line of the key that signed, or several lines; needed for a proof.")

  static let name = "verify"
  static let summary = "Recompute every hash of the log, and name the first that differs."
  static let discussion = """
    Alone it rebuilds the tree from the entries and compares every stored node and checkpoint with \
    it, and the checkpoints' signatures. A log that was rewritten and signed again agrees with \
    itself: a checkpoint kept elsewhere tells.
    """
  static let parameters = Parameters(checkpoint, proof, entry, key)
    .atMostOne(of: checkpoint, proof).requiring(entry, with: proof).requiring(proof, with: key)
  static let exitStatuses = [
    ExitMeaning(.done, "all of it holds"),
    ExitMeaning(.denied, "something is missing or was changed"),
    ExitMeaning(.badData, "FILE is no checkpoint or no proof, or no known key signed it"),
  ]
  static let examples = [
    Example("keyway audit verify", "Check the whole log."),
    Example(
      "keyway audit verify --checkpoint monday.checkpoint",
      "Check that nothing was rewritten since Monday."),
  ]

  /// More would wait for the disk, not for each other.
  private static let mostThreads = 4

  private let checkpoint: String?
  private let proof: String?
  private let entry: String?
  private let keys: [NoteVerifier]

  init(_ arguments: Arguments) throws(UsageError) {
    checkpoint = try arguments[Self.checkpoint]
    proof = try arguments[Self.proof]
    entry = try arguments[Self.entry]
    let line = try arguments[Self.key]
    do throws(LogTextError) {
      keys = try (line?.split(separator: "\n") ?? []).map { line throws(LogTextError) in
        try NoteVerifier(parsing: String(line))
      }
    } catch {
      throw arguments.error(.invalidValue, "--key: \(error.message)")
    }
  }

  func run(in context: inout KeywayContext) throws {
    if let proof { return try check(proof: proof, context) }
    let threads = min(Processors.count, Self.mostThreads)
    context.readers = threads > 1 ? threads : 0
    if let checkpoint { return try check(checkpoint: checkpoint, threads, context) }
    try report(context.audit.verify(threads: threads), "the log holds", context)
  }

  private func check(checkpoint path: String, _ threads: Int, _ context: KeywayContext) throws {
    let bytes = try FileInput.bytes(of: path, limit: SignedNote.maximumByteCount)
    do {
      let signed = try SignedCheckpoint(parsing: bytes.span)
      try report(
        context.audit.verify(against: signed, verifiers: keys, threads: threads),
        "the log contains what was promised", context)
    } catch let error as LogTextError {
      throw ServiceError(.invalid, "\(path): \(error)")
    }
  }

  private func check(proof path: String, _ context: KeywayContext) throws {
    let bytes = try FileInput.bytes(of: path, limit: ConsistencyProofFile.maximumByteCount)
    let entry = try entry.map { path in
      try FileInput.bytes(of: path, limit: EntryBundle.maximumEntryByteCount + 1)
    }
    do {
      try report(ProofCheck(bytes, entry: entry.map(Self.line), verifiers: keys), context)
    } catch let error as LogTextError {
      throw ServiceError(.invalid, "\(path): \(error)")
    }
  }

  /// An exported line without its line feed.
  private static func line(_ bytes: [UInt8]) -> [UInt8] {
    bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
  }

  private func report(
    _ verification: AuditService.Verification, _ words: String, _ context: KeywayContext
  ) throws {
    switch verification {
    case .holds(let entries, let pruned):
      let noun = entries == 1 ? "entry" : "entries"
      var object: JSONObject = ["outcome": .string("holds"), "entries": .integer(entries)]
      if pruned > 0 { object["pruned"] = .integer(pruned) }
      let rest = pruned == 0 ? "" : "; \(pruned) entries pruned, of which only the hashes are left"
      try context.print(object, orSay: "\(words): \(entries) \(noun)\(rest)")
    case .failed(let sequence, let what):
      context.status = .denied
      try context.print(
        ["outcome": .string("fails"), "seq": .integer(sequence), "reason": .string(what)],
        orSay: "the log does not hold: \(what)")
    }
  }

  private func report(_ check: ProofCheck, _ context: KeywayContext) throws {
    switch check {
    case .inclusion(let origin, let size, let sequence, let entry):
      let text = String(decoding: entry, as: UTF8.self)
      try context.print(
        [
          "outcome": .string("holds"), "origin": .string(origin), "entries": .integer(size),
          "seq": .integer(sequence), "entry": .string(text),
        ], orSay: "\(origin), \(size) entries, has entry \(sequence): \(text)")
    case .consistency(let origin, let oldSize, let newSize):
      try context.print(
        [
          "outcome": .string("holds"), "origin": .string(origin), "entries": .integer(newSize),
          "since": .integer(oldSize),
        ], orSay: "\(origin), \(newSize) entries, begins with the \(oldSize) that there were")
    case .fails(let what):
      context.status = .denied
      try context.print(
        ["outcome": .string("fails"), "reason": .string(what)],
        orSay: "the proof does not hold: \(what)")
    }
  }
}
