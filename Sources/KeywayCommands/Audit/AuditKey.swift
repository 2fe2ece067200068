import KeywayCore
import KeywayService

/// `keyway audit key`
struct AuditKey: Command {
  private static let verb = Positional.required(
    "show|rotate", .choice(["show", "rotate"]).named("VERB"),
    help: "Print the verifier lines, or sign with a new key from now on.")

  static let name = "key"
  static let summary =
    "The keys that sign the log's checkpoints: print their verifier lines, rotate."
  static let discussion = """
    A verifier line, name, plus, hash, plus, public key (C2SP signed-note), is what others need to \
    check signatures; the last one is of the key that signs now. The key itself stands in a file \
    beside the database, for its owner only, and is made when it is first needed. What an old key \
    signed stays good.
    """
  static let parameters = Parameters(verb, Common.because)
  static let examples = [
    Example("keyway audit key show", "What an auditor configures."),
    Example("keyway audit key rotate --because 'staff change'", "Make a new key."),
  ]

  private let isRotation: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    isRotation = try arguments[Self.verb] == "rotate"
  }

  func run(in context: inout KeywayContext) throws {
    if isRotation { _ = try context.checkpoints.rotate(by: context.actor) }
    for line in try context.checkpoints.verifiers(by: context.actor) {
      try context.print(["verifier": .string(line)], orSay: line)
    }
  }
}
