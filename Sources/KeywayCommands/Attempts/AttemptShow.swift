import KeywayCore
import KeywayService
import KeywayStore

/// `keyway attempt show`
struct AttemptShow: Command {
  private static let tap = Positional.required(
    "tap", .tapName, help: "The tap's id, as its sender calls it.")
  private static let device = Option.optional(
    "device", .id(of: Device.self), help: "Only the tap of this phone, by its whole id.")

  static let name = "show"
  static let summary = "Show what became of a tap: its decision, and the command that followed."
  static let discussion = """
    Senders name their own taps, so that several may have used the same id; each has its line, \
    the latest first.
    """
  static let parameters = Parameters(tap, device)
  static let examples = [
    Example("keyway attempt show tap-1 --format json", "One tap, for a program.")
  ]

  private let tap: TapName
  private let device: Device.ID?

  init(_ arguments: Arguments) throws(UsageError) {
    tap = try arguments[Self.tap]
    device = try arguments[Self.device]
  }

  func run(in context: inout KeywayContext) throws {
    let found = try context.read { reader in
      try reader.attempts(named: tap.text).filter(isWanted).map { attempt in
        (attempt, try attempt.command.flatMap { try reader.command($0) })
      }
    }
    guard !found.isEmpty else {
      throw ServiceError(.notFound, "there is no tap '\(tap.text)', or it is no longer remembered")
    }
    for (attempt, command) in found {
      let line = try AttemptLine(attempt, command)
      try context.print(line.members, orSay: line.sentence)
    }
  }

  private func isWanted(_ attempt: Attempt) -> Bool {
    // A conflict is remembered apart, so that it is recorded once; it is no attempt of its own.
    if attempt.tap.sender.hasPrefix("conflict:") { return false }
    return device.map { attempt.tap.sender == "device:\($0)" } ?? true
  }
}
