import KeywayCore
import KeywayFormats
import KeywayService

/// `keyway shortcut export`
struct ShortcutExport: Command {
  /// The worlds that shortcuts are written for.
  enum Form: String, Sendable, CaseIterable {
    case infoPlist = "info-plist"
    case iosJSON = "ios-json"
  }

  private static let form = Option.required(
    "as", .choice(of: Form.self), help: "The static actions, or a phone's dynamic items.")
  private static let device = Positional.optional(
    "device", .reference(to: Device.self), help: "The phone, for ios-json.")
  private static let output = Option.optional(
    "output", .path.named("DIR"),
    help: "Write DIR/Info.plist and DIR/<language>.lproj/InfoPlist.strings instead.")
  private static let dryRun = Flag.present(
    "dry-run", help: "With ios-json: print what would be issued, and issue nothing.")

  static let name = "export"
  static let summary = "Print shortcuts as an app takes them."
  static let discussion = """
    info-plist is a property list with the static actions in the order of a phone, with every icon \
    that is set, and for each language a table of titles and subtitles. ios-json is a JSON array \
    of the dynamic items of a phone's set, in its language; the set is issued, and the app assigns \
    the items to its shortcutItems. What a form cannot hold is an error \
    that names the action and the field.
    """
  static let parameters = Parameters(
    form, device, LanguageOption.language, output, dryRun)
  static let exitStatuses = [
    ExitMeaning(.badData, "the form cannot hold an action; every such field is named")
  ]
  static let examples = [
    Example(
      "keyway shortcut export --as info-plist --output Resources",
      "The files for an app's bundle."),
    Example(
      "keyway shortcut export --as ios-json phone-1", "What a push to the phone carries."),
  ]

  private let form: Form
  private let device: Reference<Device>?
  private let language: String?
  private let folder: String?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    form = try arguments[Self.form]
    device = try arguments[Self.device]
    language = try arguments[LanguageOption.language]
    folder = try arguments[Self.output]
    isRehearsal = try arguments[Self.dryRun]
    switch form {
    case .infoPlist where device != nil:
      throw arguments.error(.conflict, "an Info.plist is the same for all phones; name none")
    case .infoPlist where isRehearsal || language != nil:
      throw arguments.error(
        .conflict, "\(isRehearsal ? "--dry-run" : "--language") goes with --as ios-json only")
    case .iosJSON where device == nil:
      throw arguments.error(.missing, "missing DEVICE")
    case .iosJSON where folder != nil:
      throw arguments.error(.conflict, "--output goes with --as info-plist only")
    default: break
    }
  }

  func run(in context: inout KeywayContext) throws {
    guard let device else { return try printInfoPlist(in: context) }
    let id = try context.resolve(device)
    let shortcuts = try context.shortcuts
    let set =
      try isRehearsal
      ? shortcuts.show(id, language: language) : shortcuts.issue(id, language: language)
    try context.output.line(CanonicalJSON.bytes(of: .array(set.assignableItems)))
    try context.noteRehearsal(isRehearsal)
  }

  private func printInfoPlist(in context: KeywayContext) throws {
    let export = try context.registry.exportQuickActions()
    let languages = export.tables.map(\.language).joined(separator: ", ")
    guard let folder else {
      try context.output.write(export.file)
      if !languages.isEmpty {
        try context.note("note: there are texts in \(languages); --output DIR writes them, too")
      }
      return
    }
    let files = try InfoPlistFolder(folder).write(export)
    switch context.output.format {
    case .json: try context.print(["files": .array(files.map { .string($0) })])
    case .table: for file in files { try context.output.print(SafeText.escaped(file) + "\n") }
    }
  }
}
