import KeywayCore
import KeywayCrypto
import KeywayStore

/// The keys whose signatures on checkpoints count.
struct LogVerifiers {
  /// Those of all keys that ever signed for this log.
  let all: [NoteVerifier]

  /// Every key but the first came with an entry of the log: a row that has none was added by
  /// somebody else.
  ///
  /// - Throws: ``AuditService/Verification`` for a row that cannot be read, or that no entry tells of.
  init(in environment: ServiceEnvironment) throws {
    all = try environment.store.read { reader in
      let lines = try reader.logKeys()
      if lines.count > 1 { try Self.requireEntries(of: lines, in: reader) }
      do throws(LogTextError) {
        return try lines.map { line throws(LogTextError) in try NoteVerifier(parsing: line) }
      } catch {
        throw AuditService.Verification.failed(
          at: 0, "a verifier of the log cannot be read: \(error)")
      }
    }
  }

  private static func requireEntries<Reader: StoreReader & ~Copyable>(
    of lines: [String], in reader: borrowing Reader
  ) throws {
    var told: Set<String> = []
    // Within a string the quotation marks would be escaped.
    try reader.forEachEntry(containing: #""object":"log key""#) { stored in
      guard let record = try? AuditService.record(stored),
        let verifier = record.members.object("set")?.text("verifier")
      else { return }
      told.insert(verifier)
    }
    let untold = lines.filter { !told.contains($0) }
    guard untold.count > 1 else { return }
    throw AuditService.Verification.failed(
      at: 0,
      "the log tells of all its keys but the first, and there are several that it does not tell "
        + "of: \(untold.joined(separator: ", "))")
  }
}
