import CBenchmark
import KeywayCore
import KeywayService
import KeywayStore

/// Taps in batches of 1,024, durable after each, beside one C thread that runs the same statements
/// with the same bytes on another copy of the database.
struct BatchBenchmark {
  private static let size = 1_024
  /// Checkpoints stand outside of what is measured: they run where nobody waits for them.
  private static let batchesToCheckpoint = 4
  private static let seed: UInt64 = 16

  let report: BenchmarkReport
  let site: TapSite

  func run() throws {
    let stream = TapStream(
      site: site, batches: report.options.isQuick ? 8 : 40, size: Self.size, interval: 25)
    var wall: [BenchmarkReport.Round] = []
    var processor: [BenchmarkReport.Round] = []
    var last: RoundResult?
    for round in 0..<report.options.rounds {
      let result = try self.round(stream, isKeywayFirst: round % 2 == 0)
      wall.append(result.wall)
      processor.append(result.processor)
      last = result
    }
    report.add("taps-1024", wall)
    report.add("taps-1024 processor", processor, isJudged: false)
    if let last {
      report.note(
        "\(BenchmarkReport.decimal(last.allocations, 1)) allocations a tap "
          + "(C \(BenchmarkReport.decimal(last.bareAllocations, 1))); "
          + "\(last.statements) statements compiled after the first batch")
    }
  }

  private struct RoundResult {
    let wall: BenchmarkReport.Round
    let processor: BenchmarkReport.Round
    let allocations: Double
    let bareAllocations: Double
    let statements: UInt64
  }

  private func round(_ stream: TapStream, isKeywayFirst: Bool) throws -> RoundResult {
    let paths = (keyway: try site.copy("keyway"), bare: try site.copy("bare"))
    defer {
      unsafe benchmark_remove(paths.keyway)
      unsafe benchmark_remove(paths.bare)
    }
    benchmark_watch_statements()
    var (keyway, bare) = (Usage(), Usage())
    let statements = try decide(stream, paths, isKeywayFirst, &keyway, &bare)
    try compare(paths.keyway, paths.bare)
    let taps = stream.batches.count * Self.size
    return RoundResult(
      wall: keyway.wall(beside: bare, operations: taps),
      processor: keyway.processor(beside: bare, operations: taps),
      allocations: Double(keyway.allocations) / Double(taps),
      bareAllocations: Double(bare.allocations) / Double(taps), statements: statements)
  }

  /// Runs all batches on both sides, in turns, and says how many statements were compiled after the
  /// first.
  private func decide(
    _ stream: TapStream, _ paths: (keyway: String, bare: String), _ isKeywayFirst: Bool,
    _ keyway: inout Usage, _ bare: inout Usage
  ) throws -> UInt64 {
    let house = try TapHouse(path: paths.keyway, seed: Self.seed)
    let store = BareStore(
      path: paths.bare, links: site.links, texts: stream.texts, seed: Self.seed)
    var compiled: UInt64 = 0
    for (index, batch) in stream.batches.enumerated() {
      house.setTime(batch.now)
      let isKeywayFirst = isKeywayFirst == (index % 2 == 0)
      var granted: (keyway: Int, bare: Int) = (0, 0)
      if !isKeywayFirst { bare.add { granted.bare = store.decide(batch) } }
      var answers: [TapAnswer] = []
      try keyway.add { answers = try house.unlocking.decide(batch.taps) }
      if isKeywayFirst { bare.add { granted.bare = store.decide(batch) } }
      granted.keyway = answers.count { $0.decision == .granted || $0.repeated != nil }
      guard granted.keyway == granted.bare else { throw BenchmarkError("C grants other taps") }
      if index == 0 { compiled = benchmark_prepared_statements() }
      if index % Self.batchesToCheckpoint == Self.batchesToCheckpoint - 1 {
        house.store.maintain()
        store.checkpoint()
      }
    }
    return benchmark_prepared_statements() - compiled
  }

  /// Both databases must hold the same rows: log, attempts, commands and uses.
  private func compare(_ keyway: String, _ bare: String) throws {
    guard BareStore.digest(ofRowsAt: keyway) == BareStore.digest(ofRowsAt: bare) else {
      throw BenchmarkError("taps-1024: C has written other rows")
    }
  }
}
