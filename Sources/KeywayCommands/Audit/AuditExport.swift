import KeywayCore
import KeywayService

/// `keyway audit export`
struct AuditExport: Command {
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to write, instead of standard output.")
  private static let asRecording = Flag.present(
    "as-recording", help: "Print the taps as a recording that expects what was decided.")
  private static let tiles = Option.optional(
    "tiles", .path.named("DIR"),
    help: "Bring a folder of static files up to date (C2SP tlog-tiles): hashes and a checkpoint.")
  private static let entries = Flag.present(
    "entries", help: "Write the entries beside the tiles, which is for auditors only.")
  private static let csv = Flag.present(
    "csv", help: "Print comma-separated values with the registry's names, for spreadsheets.")

  static let name = "export"
  static let summary =
    "Print exactly the bytes that the log's hashes are made of, one entry a line."
  static let discussion = """
    The SHA-256 of a zero byte and a line without its line feed is the entry's leaf hash (RFC \
    6962). A file is replaced as a whole, once all of it is on the disk. A recording, replayed on \
    the registry as it was, gives the logged decisions again when no edit lies between. A tap of \
    which the log keeps too little is not in it and is named on standard error.
    """
  static let parameters =
    (AuditFilterOptions.parameters + Parameters(output, asRecording, csv, tiles, entries))
    .requiring(entries, with: tiles).atMostOne(of: tiles, asRecording, csv)
    .atMostOne(of: tiles, output)
  static let exitStatuses = [
    ExitMeaning(.done, "all was written"),
    ExitMeaning(.denied, "a tap is not in the recording"),
  ]
  static let examples = [
    Example("keyway audit export --output log.jsonl", "Keep a copy for tools that are not ours."),
    Example(
      "keyway audit export --as-recording --since 2026-03-02T00:00:00Z --output day.jsonl",
      "Make a recording of what happened since."),
    Example("keyway audit export --csv --door front > front.csv", "For a spreadsheet."),
    Example("keyway audit export --tiles public", "Publish the hashes as static files."),
  ]

  private let path: String?
  private let isRecording: Bool
  private let tiles: String?
  private let hasEntries: Bool
  private let isCSV: Bool
  private let filter: AuditFilterOptions

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.output]
    isRecording = try arguments[Self.asRecording]
    tiles = try arguments[Self.tiles]
    hasEntries = try arguments[Self.entries]
    isCSV = try arguments[Self.csv]
    filter = try AuditFilterOptions(arguments)
    if tiles != nil || isRecording, filter.hasMore(thanTimes: isRecording) {
      throw arguments.error(
        .conflict,
        isRecording
          ? "a recording has all taps of its time; only --since and --until go with it"
          : "tiles have the whole log; no filter goes with them")
    }
  }

  func run(in context: inout KeywayContext) throws {
    if let tiles { return try writeTiles(to: tiles, withEntries: hasEntries, context) }
    let context = context
    let output = context.output
    let end: [UInt8] = isCSV ? [0x0D, 0x0A] : [0x0A]
    guard let path, path != FileInput.standardInput else {
      return try write(context) { try output.write($0 + end) }
    }
    // Opened first: a database that does not open leaves the file alone.
    _ = try context.audit
    try FileOutput.replace(path) { file in
      try write(context) { try file.write($0 + end) }
    }
  }

  private func write(_ context: KeywayContext, _ line: ([UInt8]) throws -> Void) throws {
    let filter = try filter.filter(in: context)
    let pruned = try context.audit.prunedBelow()
    if pruned > 0 { try context.note("the entries below \(pruned) were pruned and are not in it") }
    if isRecording { return try record(filter, context, line) }
    guard isCSV else { return try context.audit.export(filter, line) }
    let csv = AuditCSV(try AuditNames(in: context))
    try line(AuditCSV.header)
    try context.audit.forEach(filter) { try line(csv.row($0)) }
  }

  private func record(
    _ filter: AuditFilter, _ context: KeywayContext, _ line: ([UInt8]) throws -> Void
  ) throws {
    let export = RecordingExport(
      environment: try context.environment, since: filter.since, until: filter.until)
    let report = try export.write {
      try line(CanonicalJSON.bytes(of: .object($0)))
    } unwritten: { sequence, reason in
      try context.note("entry \(sequence) is not in the recording: \(reason)")
    }
    if report.changes > 0 {
      try context.note(
        "the registry or the settings were changed between the taps (entries: \(report.changes)); "
          + "a replay decides on one state of them")
    }
    if report.unwritten > 0 { context.status = .denied }
  }
}
