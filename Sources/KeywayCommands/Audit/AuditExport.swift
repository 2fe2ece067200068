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
  private static let since = Option.optional(
    "since", .time, help: "Only taps that were decided from this time on.")
  private static let until = Option.optional(
    "until", .time, help: "Only taps that were decided before this time.")

  static let name = "export"
  static let summary =
    "Print exactly the bytes that the log's hashes are made of, one entry a line."
  static let discussion = """
    The SHA-256 of a zero byte and a line without its line feed is the entry's leaf hash (RFC \
    6962). A file is replaced as a whole, once all of it is on the disk. A recording, replayed on \
    the registry as it was, gives the logged decisions again when no edit lies between. A tap of \
    which the log keeps too little is not in it and is named on standard error.
    """
  static let parameters = Parameters(output, asRecording, tiles, entries, since, until)
    .requiring(since, with: asRecording).requiring(until, with: asRecording)
    .requiring(entries, with: tiles).atMostOne(of: tiles, asRecording)
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
    Example("keyway audit export --tiles public", "Publish the hashes as static files."),
  ]

  private let path: String?
  private let isRecording: Bool
  private let tiles: String?
  private let hasEntries: Bool
  private let since: TimeText?
  private let until: TimeText?

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.output]
    isRecording = try arguments[Self.asRecording]
    tiles = try arguments[Self.tiles]
    hasEntries = try arguments[Self.entries]
    since = try arguments[Self.since]
    until = try arguments[Self.until]
  }

  func run(in context: inout KeywayContext) throws {
    if let tiles { return try writeTiles(to: tiles, withEntries: hasEntries, context) }
    let context = context
    let output = context.output
    guard let path, path != FileInput.standardInput else {
      return try write(context) { try output.line($0) }
    }
    // Opened first: a database that does not open leaves the file alone.
    _ = try context.audit
    try FileOutput.replace(path) { file in
      try write(context) { bytes in
        try file.write(bytes)
        try file.write(CollectionOfOne(0x0A))
      }
    }
  }

  private func write(_ context: KeywayContext, _ line: ([UInt8]) throws -> Void) throws {
    guard isRecording else { return try context.audit.export(AuditFilter(), line) }
    let export = RecordingExport(
      environment: try context.environment,
      since: try since.map { try context.instant($0, at: nil) },
      until: try until.map { try context.instant($0, at: nil) })
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
