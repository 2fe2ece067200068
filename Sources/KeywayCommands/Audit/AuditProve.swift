import KeywayCore
import KeywayService

/// `keyway audit prove`
struct AuditProve: Command {
  private static let kind = Positional.required(
    "what", .choice(["inclusion", "consistency"]).named("WHAT"),
    help: "That the log has an entry, or that it begins as it was.")
  private static let numbers = Positional.repeated(
    "number", .count(in: 0...Int64.max), atLeastOne: true,
    help: "The entry's sequence number; or the older and the newer size.")
  private static let size = Option.optional(
    "size", .count(in: 1...Int64.max), help: "Prove the entry in the log of that many entries.")

  static let name = "prove"
  static let summary = "Print a proof about the log that is checked without its database."
  static let discussion = """
    A proof of inclusion is a file as C2SP tlog-proof has it, with the entry in it; one of \
    consistency follows its style. Both end in signed checkpoints. 'audit verify --proof' checks \
    them, and so do tools that are not Keyway's.
    """
  static let parameters = Parameters(kind, numbers, size)
  static let examples = [
    Example("keyway audit prove inclusion 5 > entry-5.proof", "Prove that entry 5 is in the log."),
    Example(
      "keyway audit prove consistency 100 200", "Prove that 200 entries begin with those 100."),
  ]

  private let isInclusion: Bool
  private let first: Int64
  private let second: Int64
  private let size: Int64?

  init(_ arguments: Arguments) throws(UsageError) {
    isInclusion = try arguments[Self.kind] == "inclusion"
    let numbers = try arguments[Self.numbers]
    size = try arguments[Self.size]
    guard numbers.count == (isInclusion ? 1 : 2) else {
      throw arguments.error(
        .missing,
        isInclusion
          ? "inclusion wants one number: the entry's" : "consistency wants two sizes, older first")
    }
    if !isInclusion, size != nil {
      throw arguments.error(.conflict, "--size goes with inclusion")
    }
    first = numbers[0]
    second = numbers[numbers.count - 1]
  }

  func run(in context: inout KeywayContext) throws {
    let bytes =
      isInclusion
      ? try context.audit.proveInclusion(
        of: first, size: size, by: context.actor, checkpoints: context.checkpoints
      ).bytes
      : try context.audit.proveConsistency(
        from: first, to: second, by: context.actor, checkpoints: context.checkpoints
      ).bytes
    try context.output.write(bytes)
  }
}
