import KeywayCore
import KeywayFormats
import KeywayService

/// `keyway shortcut import`
struct ShortcutImport: Command {
  private static let file = Positional.required(
    "file", .path, help: "The Info.plist, whole or a piece of it, or - for standard input.")
  private static let strings = Option.repeated(
    "strings", .languageFile, help: "A language's InfoPlist.strings.")
  private static let localizations = Option.optional(
    "localizations", .path.named("DIR"),
    help: "A folder with <language>.lproj folders, whose InfoPlist.strings are read.")
  private static let define = Option.repeated(
    "define", .buildDefinition, help: "The value of a build variable.")
  private static let lenient = Flag.present(
    "lenient", help: "Take 'Compose' for the system icon's whole constant.")
  private static let keepGoing = Flag.present(
    "keep-going", help: "Import what is right, and leave out what is wrong.")

  static let name = "import"
  static let summary = "Take over an app's static quick actions from its Info.plist."
  static let discussion = """
    Reads XML and binary property lists. Each item becomes a static action; one of the same type \
    is replaced, except for its screen and for texts in languages whose tables are not given. \
    Ranks change only where a phone would show another order. What is wrong is named by the item's \
    place and key; then nothing is imported.
    """
  static let parameters = Parameters(
    file, strings, localizations, define, lenient, keepGoing, Common.because, Common.dryRun)
  static let exitStatuses = [
    ExitMeaning(.denied, "with --keep-going, something was left out"),
    ExitMeaning(.badData, "a file is wrong; every problem is named, and nothing was changed"),
  ]
  static let examples = [
    Example(
      "keyway shortcut import Info.plist --dry-run",
      "What would come in, and which of several icons a phone takes."),
    Example(
      "keyway shortcut import App/Info.plist --localizations App "
        + "--define PRODUCT_BUNDLE_IDENTIFIER=com.example.app",
      "From a source tree, with all languages."),
  ]

  private let path: String
  private let tables: [LanguageFile]
  private let folder: String?
  private let options: QuickActionsFile.Options
  private let keepsGoing: Bool
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.file]
    tables = try arguments[Self.strings]
    folder = try arguments[Self.localizations]
    let definitions = try arguments[Self.define]
    options = QuickActionsFile.Options(
      variables: BuildVariables(
        Dictionary(definitions.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })),
      acceptsBareNames: try arguments[Self.lenient])
    keepsGoing = try arguments[Self.keepGoing]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    var file = QuickActionsFile(try Self.read(path, PropertyList.init(parsing:)), options: options)
    for table in try allTables(context) {
      file.localize(table.language, try Self.read(table.path, StringsTable.init(parsing:)))
    }
    for finding in file.findings { try context.note("\(name): \(finding)") }
    let errors = file.errors
    if file.isUnusable || !errors.isEmpty && !keepsGoing {
      throw ServiceError(.invalid, "\(name): nothing was imported; errors: \(errors.count)")
    }
    let report = try context.registry.importQuickActions(
      file, keepsGoing: keepsGoing, actor: context.actor, dryRun: isRehearsal)
    for finding in report.rejections { try context.note("\(name): \(finding)") }
    if !errors.isEmpty || !report.rejections.isEmpty { context.status = .denied }
    try Self.note(report, in: context)
    try Self.print(report, rejected: errors + report.rejections, in: context)
    try context.noteRehearsal(isRehearsal)
  }

  /// What messages call the file.
  private var name: String { path == FileInput.standardInput ? "standard input" : path }

  private func allTables(_ context: KeywayContext) throws -> [LanguageFile] {
    guard let folder else { return tables }
    let found = try LocalizationFolder(folder)
    for note in found.notes { try context.note("note: \(note)") }
    return tables + found.files
  }

  private static func read<T>(
    _ path: String, _ body: ([UInt8]) throws(FormatError) -> T
  ) throws -> T {
    let bytes = try FileInput.bytes(of: path, limit: PropertyList.maximumSize)
    do throws(FormatError) {
      return try body(bytes)
    } catch {
      let name = path == FileInput.standardInput ? "standard input" : path
      throw ServiceError(.invalid, "\(name): \(error)")
    }
  }
}
