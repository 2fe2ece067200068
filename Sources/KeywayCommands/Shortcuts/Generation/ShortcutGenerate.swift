import KeywayCore
import KeywayService
import KeywayStore

/// `keyway shortcut generate`
struct ShortcutGenerate: Command {
  private static let changed = Flag.present(
    "changed", help: "Only for phones that have not acknowledged the set they should show.")
  private static let devices = Option.optional(
    "devices", .path.named("FILE"),
    help: "Only for these phones: a file with one whole id a line, or - for standard input.")
  private static let folder = Option.optional(
    "output", .path.named("DIR"),
    help: "Write one file a phone below this folder, instead of one line a phone.")
  private static let at = Option.optional(
    "at", .time, help: "The sets as they would be at that time; for a rehearsal.")

  static let name = "generate"
  static let summary = "Issue the sets of all phones, and write them out; always JSON."
  static let discussion = """
    Writes JSON Lines to standard output, or with --output files DIR/ab/cd/ID.json, where abcd are \
    the first four hexadecimal digits of the SHA-256 of the phone's id; a file is always whole, \
    and those of removed phones go. Each version is kept before it is written, so a job that was \
    stopped is run again and nothing is missing. With --changed, phones are given their set again \
    until 'keyway shortcut ack' says that they have it. One job runs at a time; another ends with \
    exit status 75. Phones whose set fails are told at the end, with exit status 1.
    """
  static let parameters = Parameters(
    changed, devices, folder, LanguageOption.language, at, Common.dryRun
  ).requiring(at, with: Common.dryRun).atMostOne(of: folder, Common.dryRun)
  static let examples = [
    Example("keyway shortcut generate > sets.jsonl", "The sets of all phones."),
    Example("keyway shortcut generate --changed --output sets", "What a nightly job pushes."),
    Example(
      "keyway shortcut generate --changed --at 2026-12-31T18:00:00Z --dry-run",
      "Which phones will need another set by then."),
  ]

  private let devices: String?
  private let folder: String?
  private let at: TimeText?
  private var options = SetJob.Options()

  init(_ arguments: Arguments) throws(UsageError) {
    devices = try arguments[Self.devices]
    folder = try arguments[Self.folder]
    at = try arguments[Self.at]
    options.onlyChanged = try arguments[Self.changed]
    options.language = try arguments[LanguageOption.language]
    options.isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    var options = options
    options.instant = try at?.instant(in: nil)
    options.devices = try devices.map(Self.readDevices)
    let job = SetJob(environment: try context.environment, options: options)
    let report: SetJob.Report
    if let folder {
      var sink = try SetFolder(folder)
      report = try run(job, to: &sink, in: context)
      try context.output.note("\(report.delivered) sets written below \(SafeText.escaped(folder))")
    } else {
      var sink = SetLines(output: context.output)
      report = try run(job, to: &sink, in: context)
    }
    for failure in report.failures {
      try context.output.note("\(SafeText.escaped(failure.device)): \(failure.message)")
    }
    if report.failureCount > 0 {
      let rest = report.failureCount - report.failures.count
      try context.output.note(
        "\(report.failureCount) phones failed" + (rest > 0 ? ", \(rest) more than are named" : ""))
      context.status = .denied
    }
    try context.noteRehearsal(options.isRehearsal)
  }

  private func run(
    _ job: SetJob, to sink: inout some SetSink, in context: KeywayContext
  ) throws -> SetJob.Report {
    guard context.output.isWatched else { return try job.run(to: &sink) }
    var bar = context.output.progress(
      "looked at", total: try job.count(), unit: .items, clock: SystemClock.uptime)
    do {
      let report = try job.run(to: &sink) { try bar.update($0) }
      try bar.finish()
      return report
    } catch {
      try bar.finish()
      throw error
    }
  }

  private static func readDevices(_ path: String) throws -> [Device.ID] {
    var reader = try LineReader(path, limit: 4096)
    var devices: [Device.ID] = []
    while let line = try reader.next() {
      var bytes = line.bytes
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      if bytes.isEmpty { continue }
      guard let text = String(validating: bytes, as: UTF8.self), let id = Device.ID(text) else {
        throw ServiceError(
          .invalid, "\(SafeText.escaped(path)): line \(line.number): is not the id of a device")
      }
      devices.append(id)
    }
    return devices
  }
}

/// Sets as lines of standard output.
private struct SetLines: SetSink {
  let output: Output

  func deliver(_ bundle: SetBundle) throws -> [SetFailure] {
    try output.write(bundle.bytes)
    return []
  }

  func remove(_ devices: [Device.ID]) -> [SetFailure] { [] }
}
