import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// `keyway tap replay FILE…`
struct TapReplay: Command {
  private static let files = Positional.repeated(
    "file", .path, atLeastOne: true, help: "Recordings, one after the other; - for standard input.")
  private static let site = Option.optional(
    "site", .path, help: "Take the registry from this site file; no database is needed.")
  private static let into = Option.optional(
    "into", .path, help: "Keep the private copy of the registry as this new database.")
  private static let against = Option.optional(
    "against", .path.named("OTHER"),
    help: "Print only the taps that come to something else on the registry of this database, "
      + "which is only read, or site file.")
  private static let uses = Option.defaulted(
    "uses", .choice(["stored", "reset"]).named("WHICH"), to: "stored",
    help: "Begin with the uses that were charged, or with none.")
  private static let check = Flag.present("check", help: "Read the recordings, decide nothing.")
  private static let bless = Flag.present(
    "bless", help: "Write the outcomes back into the files as what is expected.")

  static let name = "replay"
  static let summary = "Decide recorded taps on a private copy of the registry; no lock is told."
  static let discussion = """
    Prints one line of canonical JSON for each line of a recording, and a summary on standard \
    error. The same registry, recording and tz database give the same bytes. With --against, \
    each tap is decided on both registries. A tap differs when a person at the door would notice: \
    in its outcome, reason, detail, door or screen, or in when it would work. It is printed with \
    both outcomes, 'here' and 'against'; the summary counts by key, door and reason. What the \
    recording expects is then not judged.
    """
  static let parameters = Parameters(files, site, against, into, uses, check, bless)
    .atMostOne(of: against, check, bless).atMostOne(of: against, check, into)
  static let exitStatuses = [
    ExitMeaning(.done, "every expectation holds; with --against, no tap differs"),
    ExitMeaning(.denied, "an expectation does not hold; with --against, a tap differs"),
    ExitMeaning(.badData, "a recording, the site file or OTHER is wrong"),
  ]
  static let examples = [
    Example("keyway tap replay morning.jsonl", "Decide a recorded morning on today's registry."),
    Example(
      "keyway tap replay --site house.site.json morning.jsonl",
      "Decide it on the registry that a file describes."),
    Example(
      "keyway tap replay morning.jsonl --against planned.site.json",
      "See whose taps a planned change would decide otherwise."),
  ]

  let files: [String]
  private let registry: ReplayRegistry
  /// The registry to compare with, or nil.
  private let other: ReplayRegistry?
  private let isCheck: Bool
  private let isBlessing: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    files = try arguments[Self.files]
    let resetsUses = try arguments[Self.uses] == "reset"
    other = try arguments[Self.against].map { path in
      ReplayRegistry(
        source: .other(path), destination: nil, resetsUses: resetsUses, spills: true)
    }
    registry = ReplayRegistry(
      source: try arguments[Self.site].map { .site($0) } ?? .database,
      destination: try arguments[Self.into], resetsUses: resetsUses, spills: other != nil)
    isCheck = try arguments[Self.check]
    isBlessing = try arguments[Self.bless]
    if isBlessing, files.contains(FileInput.standardInput) {
      throw arguments.error(.conflict, "standard input cannot be blessed; name a file")
    }
    if other?.source == .other(FileInput.standardInput), files.contains(FileInput.standardInput) {
      throw arguments.error(.conflict, "standard input can be read once; name a file")
    }
  }

  func run(in context: inout KeywayContext) throws {
    if isCheck { return try check(context) }
    let files = ZoneFiles(context.variables)
    let zones = files.zones(version: files.version())
    let replayer = try replayer(on: registry, zones, context)
    if let other {
      let comparison = ReplayComparison(
        .init(replayer, name: registry.name),
        against: .init(try self.replayer(on: other, zones, context), name: other.name))
      return try compare(comparison, zones, context)
    }
    do {
      for path in self.files {
        replayer.beginFile()
        try replay(path, with: replayer, context)
      }
    } catch {
      registry.discardCopy()
      throw error
    }
    try report(replayer.summary, zones: zones, context)
    if replayer.summary.failures > 0, !isBlessing { context.status = .denied }
  }

  private func replayer(
    on registry: ReplayRegistry, _ zones: TimeZones, _ context: KeywayContext
  ) throws -> TapReplayer {
    try TapReplayer(zones: zones) { now, random in
      try registry.makeCopy(context: context, zones: zones, now: now, random: random)
    }
  }

  private func replay(
    _ path: String, with replayer: TapReplayer, _ context: KeywayContext
  ) throws {
    var blessing = isBlessing ? RecordingBlessing() : nil
    try RecordingFile(path: path).forEachLine(context) { line, bytes in
      guard let line else {
        blessing?.keep(bytes)
        return
      }
      let replayed = try replayer.replay(line)
      try context.print(replayed.output)
      try blessing?.bless(bytes, with: replayed.output)
      if !isBlessing { try tell(replayed.differences, path, line.number, context) }
    }
    if let blessing { try FileOutput.replace(path, with: blessing.text) }
  }

  private func check(_ context: KeywayContext) throws {
    var count = 0
    let random = SystemRandom()
    let environment = ServiceEnvironment(
      store: try SQLiteStore(
        path: ":memory:", now: SystemClock.now(), random: { random.bytes($0) }),
      now: { SystemClock.now() }, random: { random.bytes($0) },
      zones: ZoneFiles(context.variables).zones(version: "unread"))
    let fragments = RegistryService(environment: environment)
    for path in files {
      var order = RecordingOrder()
      try RecordingFile(path: path).forEachLine(context) { line, _ in
        guard let line else { return }
        try order.check(line)
        if case .apply(let fragment) = line.content {
          do {
            try fragments.check(SiteFile(fragment))
          } catch let error as RegistryError {
            throw RecordingError(applying: error, line: line.number)
          }
        }
        count += 1
      }
    }
    try context.note("\(count) lines can be replayed")
  }

  private func tell(
    _ differences: [Expectation.Difference], _ path: String, _ line: Int, _ context: KeywayContext
  ) throws {
    for difference in differences {
      let expected = Self.text(difference.expected)
      let actual = difference.actual.map(Self.text) ?? "nothing"
      try context.note(
        "\(path): line \(line): '\(difference.field)': expected \(expected), got \(actual)")
    }
  }

  private func report(
    _ summary: ReplaySummary, zones: TimeZones, _ context: KeywayContext
  ) throws {
    let outcomes = summary.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    try context.note("outcomes: " + (outcomes.isEmpty ? "none" : outcomes.joined(separator: ", ")))
    let commands = summary.commands.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    try context.note("commands: " + (commands.isEmpty ? "none" : commands.joined(separator: ", ")))
    try context.note("tz database: \(zones.version)")
    if summary.expectations > 0, !isBlessing {
      let met = summary.expectations - summary.failures
      try context.note("expectations: \(met) of \(summary.expectations) hold")
    }
  }

  private static func text(_ value: JSONValue) -> String {
    String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)
  }
}
