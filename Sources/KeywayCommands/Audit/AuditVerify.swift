import KeywayCore
import KeywayService

/// `keyway audit verify`
struct AuditVerify: Command {
  static let name = "verify"
  static let summary = "Recompute every hash of the log, and name the first entry that differs."
  static let exitStatuses = [
    ExitMeaning(.done, "every entry is as it was written"),
    ExitMeaning(.denied, "an entry is missing or was changed"),
  ]

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    switch try context.audit.verify() {
    case .holds(let entries):
      let noun = entries == 1 ? "entry" : "entries"
      try context.print(
        ["outcome": .string("holds"), "entries": .integer(entries)],
        orSay: "the log holds: \(entries) \(noun)")
    case .failed(let sequence, let what):
      context.status = .denied
      try context.print(
        ["outcome": .string("fails"), "seq": .integer(sequence), "reason": .string(what)],
        orSay: "the log does not hold: \(what)")
    }
  }
}
