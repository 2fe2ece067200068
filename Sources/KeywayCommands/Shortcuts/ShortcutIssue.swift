import KeywayCore
import KeywayService

/// `keyway shortcut issue`
struct ShortcutIssue: Command {
  private static let device = Positional.required(
    "device", .reference(to: Device.self), help: "The phone.")

  static let name = "issue"
  static let summary = "Issue a phone its set, and print it; always JSON."
  static let discussion = """
    The version rises when the items or what is omitted differ from the version before; the same \
    content issued again is byte for byte the same.
    """
  static let parameters = Parameters(device, LanguageOption.language, Common.dryRun)
  static let examples = [
    Example("keyway shortcut issue phone-1", "What the phone shows from its next background on.")
  ]

  private let device: Reference<Device>
  private let language: String?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    device = try arguments[Self.device]
    language = try arguments[LanguageOption.language]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.resolve(device)
    let shortcuts = try context.shortcuts
    let set =
      try isRehearsal
      ? shortcuts.show(id, language: language) : shortcuts.issue(id, language: language)
    try context.print(set.json)
    try context.noteRehearsal(isRehearsal)
  }
}
