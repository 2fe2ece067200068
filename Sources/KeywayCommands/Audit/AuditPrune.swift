import KeywayCore
import KeywayService

/// `keyway audit prune`
struct AuditPrune: Command {
  private static let before = Option.required(
    "before", .time, help: "Give up entries before this time, with an offset such as Z.")

  static let name = "prune"
  static let summary = "Remove what entries past their retention say; their hashes stay."
  static let discussion = """
    Entries go by whole tiles of 256, up to the first that is not older. The log says in an entry \
    of its own up to where, a checkpoint is signed over that, and only then the entries' bodies go, \
    with the starts of rejected links. The tree is untouched: proofs are made and checkpoints hold \
    as before, and 'audit verify' says how many entries were pruned. It cannot be undone; \
    'audit export' makes a copy first.
    """
  static let parameters = Parameters(before, Common.because, Common.dryRun)
  static let examples = [
    Example(
      "keyway audit prune --before 2025-01-01T00:00:00Z --because 'retention'",
      "Keep what happened since then.")
  ]

  private let before: TimeText
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    before = try arguments[Self.before]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let pruning = try context.audit.prune(
      before: before.instant(in: nil), by: context.actor, checkpoints: context.checkpoints,
      isRehearsal: isRehearsal)
    let words = pruning.removed == 1 ? "1 entry" : "\(pruning.removed) entries"
    try context.print(
      ["below": .integer(pruning.below), "pruned": .integer(pruning.removed)],
      orSay: "\(words) pruned; the log is kept from entry \(pruning.below) on")
    try context.noteRehearsal(isRehearsal)
  }
}
