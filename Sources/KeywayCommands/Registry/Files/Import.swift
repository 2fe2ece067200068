import KeywayCore
import KeywayService
import KeywayStore

/// `keyway import`
struct Import: Command {
  /// A million keys have less than a third of it.
  private static let limit = 1 << 30

  private static let file = Positional.required(
    "file", .path, help: "The site file, or - for standard input.")
  private static let assignIDs = Option.optional(
    "assign-ids", .path.named("OUT"),
    help: "Give ids to records without one, and write the whole file to OUT.")

  static let name = "import"
  static let summary = "Apply a site file to the registry, whole or not at all."
  static let discussion = """
    Importing is idempotent: an absent field keeps its stored value, null clears it, and what the \
    file does not name is left alone. A revoked key stays revoked.
    """
  static let parameters = Parameters(file, assignIDs, Common.because, Common.dryRun)
  static let exitStatuses = [
    ExitMeaning(.badData, "the file is wrong; every problem is named, and nothing was changed")
  ]
  static let examples = [
    Example("keyway import site.json --dry-run", "Check a file, and see what it would change."),
    Example("keyway import site.json --assign-ids site.json", "Give new records their ids."),
  ]

  private let path: String
  private let target: String?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.file]
    target = try arguments[Self.assignIDs]
    isRehearsal = try arguments[Common.dryRun]
    if target == FileInput.standardInput {
      throw arguments.error(.invalidValue, "--assign-ids needs the name of a file")
    }
  }

  func run(in context: inout KeywayContext) throws {
    let bytes = try FileInput.bytes(of: path, limit: Self.limit)
    let file = try target.map { try assigningIDs(bytes, to: $0, in: context) }
    let report = try context.registry.importSite(
      file ?? SiteFile(parsing: bytes), actor: context.actor, dryRun: isRehearsal)
    try print(report, in: context)
    try context.noteRehearsal(isRehearsal)
  }

  /// The file is written before anything is imported: ids that were lost would be given anew.
  private func assigningIDs(
    _ bytes: [UInt8], to target: String, in context: KeywayContext
  ) throws -> SiteFile {
    let (file, text) = try SiteFile.assigningIDs(
      parsing: bytes, environment: context.environment)
    guard !isRehearsal else { return file }
    _ = try context.registry.importSite(file, actor: context.actor, dryRun: true)
    try FileOutput.replace(target, with: text)
    return file
  }

  private func print(_ report: ImportReport, in context: KeywayContext) throws {
    guard context.output.format == .table else { return try context.print(report.json) }
    var table = Table([
      Table.Column("LIST"), Table.Column("ADDED", .right), Table.Column("CHANGED", .right),
      Table.Column("KEPT", .right),
    ])
    for list in RegistryList.allCases {
      let counts = report.counts(of: list)
      table.add([
        Table.Cell(list.rawValue), Table.Cell("\(counts.added)"), Table.Cell("\(counts.changed)"),
        Table.Cell("\(counts.kept)"),
      ])
    }
    try context.output.table(table)
    guard !report.everyone.isEmpty else { return }
    let keys = report.everyone.map(\.text).joined(separator: ", ")
    try context.output.print("keys for everyone: \(keys)\n")
  }
}
