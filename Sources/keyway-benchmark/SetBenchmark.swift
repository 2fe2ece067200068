import CBenchmark
import Glibc
import KeywayCore
import KeywayService
import KeywayStore

/// The sets of all phones issued and written out, beside one C thread that reads the same rows and
/// writes the same bytes and versions on another copy of the database.
struct SetBenchmark {
  let report: BenchmarkReport
  let site: SetSite

  func run() throws {
    var first: [BenchmarkReport.Round] = []
    var again: [BenchmarkReport.Round] = []
    for round in 0..<report.options.rounds {
      let taken = try self.round(isKeywayFirst: round % 2 == 0)
      first.append(taken.first)
      again.append(taken.again)
    }
    report.add("sets", first)
    report.add("sets, none new", again, isJudged: false)
    try runChanged()
  }

  private func round(
    isKeywayFirst: Bool
  ) throws -> (first: BenchmarkReport.Round, again: BenchmarkReport.Round) {
    let paths = (keyway: try site.copy("keyway"), bare: try site.copy("bare"))
    let outputs = (keyway: site.path("keyway-out"), bare: site.path("bare-out"))
    defer {
      for path in [paths.keyway, paths.bare, outputs.keyway, outputs.bare] {
        unsafe benchmark_remove(path)
      }
    }
    var taken: [BenchmarkReport.Round] = []
    for _ in 0..<2 {
      var (keyway, bare) = (Usage(), Usage())
      if !isKeywayFirst { try bare.add { try generateBare(paths.bare, outputs.bare) } }
      try keyway.add { _ = try Self.generate(paths.keyway, outputs.keyway) }
      if isKeywayFirst { try bare.add { try generateBare(paths.bare, outputs.bare) } }
      guard Self.haveSameBytes(outputs.keyway, outputs.bare) else {
        throw BenchmarkError("sets: C writes other bytes")
      }
      taken.append(keyway.wall(beside: bare, operations: site.devices))
    }
    return (taken[0], taken[1])
  }

  private func generateBare(_ path: String, _ output: String) throws {
    let count = unsafe benchmark_generate(path, output, SetSite.now.milliseconds)
    guard count == site.devices else { throw BenchmarkError("sets: C knows other phones") }
  }

  static func generate(
    _ path: String, _ output: String, onlyChanged: Bool = false
  ) throws -> SetJob.Report {
    let environment = ServiceEnvironment(
      store: try SetSite.store(path), now: { SetSite.now },
      random: { [UInt8](repeating: 6, count: $0) },
      zones: TimeZones(version: "none") { _ in nil })
    var options = SetJob.Options()
    options.onlyChanged = onlyChanged
    var sink = try FileSink(output)
    return try SetJob(environment: environment, options: options).run(to: &sink)
  }

  /// One key changes after all phones have acknowledged their sets.
  private func runChanged() throws {
    let (path, output) = (try site.copy("keyway"), site.path("keyway-out"))
    defer {
      unsafe benchmark_remove(path)
      unsafe benchmark_remove(output)
    }
    benchmark_watch_memory()
    _ = try Self.generate(path, output)
    report.note("peak memory \(benchmark_peak_memory() >> 20) MiB")
    let store = try SetSite.store(path)
    let shortcuts = ShortcutService(
      environment: ServiceEnvironment(
        store: store, now: { SetSite.now }, random: { [UInt8](repeating: 6, count: $0) },
        zones: TimeZones(version: "none") { _ in nil }))
    var usage = Usage()
    try usage.add { try acknowledgeAll(shortcuts, store) }
    report.note("acknowledged in \(usage.wall / 1_000_000) ms")
    try store.write { tx in
      guard var record = try tx.keys([SetSite.key(site.devices * 2)])[0] else {
        throw BenchmarkError("sets: a key is missing")
      }
      record.key.name = "Changed"
      try tx.save(keys: [record])
    }
    usage = Usage()
    var delivered = 0
    try usage.add { delivered = try Self.generate(path, output, onlyChanged: true).delivered }
    guard delivered == 1 else { throw BenchmarkError("sets: \(delivered) have changed") }
    report.note("--changed after one key: \(usage.wall / 1_000) us")
  }

  private func acknowledgeAll(_ shortcuts: ShortcutService, _ store: any Store) throws {
    var last: Device.ID?
    while true {
      let devices = try store.read { reader in
        try reader.setSources(after: last, limit: 10_000).map(\.device.id)
      }
      guard let end = devices.last else { return }
      try shortcuts.acknowledge(devices.map { ($0, 1) })
      last = end
    }
  }

  private static func haveSameBytes(_ one: String, _ other: String) -> Bool {
    guard let left = unsafe fopen(one, "r"), let right = unsafe fopen(other, "r") else {
      return false
    }
    defer {
      unsafe fclose(left)
      unsafe fclose(right)
    }
    var pieces = ([UInt8](repeating: 0, count: 1 << 20), [UInt8](repeating: 0, count: 1 << 20))
    while true {
      let counts = (
        unsafe fread(&pieces.0, 1, pieces.0.count, left),
        unsafe fread(&pieces.1, 1, pieces.1.count, right)
      )
      guard counts.0 == counts.1, pieces.0.prefix(counts.0) == pieces.1.prefix(counts.1) else {
        return false
      }
      if counts.0 == 0 { return true }
    }
  }
}

/// Sets as lines of a file.
final class FileSink: SetSink {
  private let file: CInt

  init(_ path: String) throws {
    file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchmarkError("\(path) cannot be made") }
  }

  deinit { close(file) }

  func deliver(_ bundle: SetBundle) throws -> [SetFailure] {
    let bytes = bundle.bytes
    guard unsafe write(file, bytes, bytes.count) == bytes.count else {
      throw BenchmarkError("the output cannot be written")
    }
    return []
  }

  func remove(_ devices: [Device.ID]) -> [SetFailure] { [] }
}
