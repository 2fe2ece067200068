import KeywayCore
import KeywayService

/// `keyway audit checkpoint`
struct AuditCheckpoint: Command {
  static let name = "checkpoint"
  static let summary = "Print a signed promise of what the log contains now, and keep it."
  static let discussion = """
    Origin, size and root hash as a signed note (C2SP tlog-checkpoint): whoever has it can tell \
    later whether the log was rewritten or cut, with 'audit verify --checkpoint', by tools that \
    are not Keyway's as well. Keep it where the log's operator cannot reach it.
    """
  static let examples = [
    Example("keyway audit checkpoint > monday.checkpoint", "Keep what the log promises today.")
  ]

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    let signed = try context.checkpoints.take(by: context.actor)
    try context.output.write(signed.note.bytes)
  }
}
