import KeywayCore
import KeywayService
import KeywayStore

/// `keyway backup`
struct Backup: Command {
  private static let file = Positional.required(
    "file", .path, help: "The file to make; there may be none of that name.")

  static let name = "backup"
  static let summary = "Copy the whole database into a new file, while others go on writing."
  static let discussion = """
    The copy holds a signed checkpoint of the log, and is checked before it gets its name; a digest \
    stands beside it as FILE.sha256, for 'restore' and for 'sha256sum -c'. The key that signs, beside the database in a file of its own, is not in it; nor is \
    what tokens are recognised by, so that nobody gets in by a copy.
    """
  static let parameters = Parameters(file, Common.dryRun)
  static let examples = [
    Example("keyway backup monday.db", "Keep what the database holds now."),
    Example("keyway --database monday.db audit verify", "Check the copy's log."),
  ]

  private let path: String
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.file]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let size = isRehearsal ? try rehearse(in: context) : try backUp(in: context)
    try context.print(
      ["file": .string(path), "entries": .integer(size)],
      orSay: "\(path): a copy with a checkpoint of \(size) entries")
  }

  /// Copies, and says how many entries the checkpoint in the copy is of.
  private func backUp(in context: KeywayContext) throws -> Int64 {
    let signed = try context.checkpoints.take(by: context.actor)
    try context.environment.store.backUp(to: path)
    try BackupDigest(backup: path).write()
    return signed.checkpoint.size
  }

  private func rehearse(in context: KeywayContext) throws -> Int64 {
    if FileStamp(path) != nil {
      throw StoreError(.conflict, "\(path) exists; a backup wants a new file")
    }
    try context.noteRehearsal(true)
    return try context.audit.size()
  }
}
