import CBenchmark
import KeywayService
import KeywayStore

/// Entries appended to a long log in batches of 1,024, durable after each, with the tree and without
/// it: the same leaf hashes and the same rows, but no tile is filled.
struct AppendBenchmark {
  private static let size = 1_024
  /// Checkpoints stand outside of what is measured: they run where nobody waits for them.
  private static let batchesToCheckpoint = 4

  let report: BenchmarkReport
  let site: LogSite

  func run() throws {
    var entries = LogEntries(seed: 20)
    let batches = (0..<(report.options.isQuick ? 16 : 80)).map { _ in entries.next(Self.size) }
    var (wall, processor): ([BenchmarkReport.Round], [BenchmarkReport.Round]) = ([], [])
    for round in 0..<report.options.rounds {
      let taken = try self.round(batches, isTreeFirst: round % 2 == 0)
      wall.append(taken.wall)
      processor.append(taken.processor)
    }
    report.note("below: appending with the tree beside the same without it, both Keyway's")
    report.add("append-1024", wall, isJudged: false)
    report.add("append-1024 processor", processor, isJudged: false)
    report.note(
      "\(BenchmarkReport.figures(wall.map { $0.keyway / $0.bare }, 2)) times the time without the "
        + "tree, processor \(BenchmarkReport.figures(processor.map { $0.keyway / $0.bare }, 2))")
  }

  private func round(
    _ batches: [[LogEntries.Entry]], isTreeFirst: Bool
  ) throws -> (wall: BenchmarkReport.Round, processor: BenchmarkReport.Round) {
    let paths = (tree: try site.copy("tree"), bare: try site.copy("bare"))
    defer {
      unsafe benchmark_remove(paths.tree)
      unsafe benchmark_remove(paths.bare)
    }
    let (tree, bare) = (try LogHouse(path: paths.tree), try LogHouse(path: paths.bare))
    var (treeUsage, bareUsage) = (Usage(), Usage())
    for (index, batch) in batches.enumerated() {
      let isTreeFirst = isTreeFirst == (index % 2 == 0)
      if isTreeFirst { try treeUsage.add { try tree.append(batch) } }
      try bareUsage.add { try bare.appendWithoutTree(batch) }
      if !isTreeFirst { try treeUsage.add { try tree.append(batch) } }
      if index % Self.batchesToCheckpoint == Self.batchesToCheckpoint - 1 {
        tree.store.maintain()
        bare.store.maintain()
      }
    }
    try compare(tree, bare, size: site.shortSize + batches.count * Self.size)
    let entries = batches.count * Self.size
    return (
      treeUsage.wall(beside: bareUsage, operations: entries),
      treeUsage.processor(beside: bareUsage, operations: entries)
    )
  }

  /// Both must have the same entries, and one its tree.
  private func compare(_ tree: LogHouse, _ bare: LogHouse, size: Int) throws {
    let expected = AuditService.Verification.holds(entries: Int64(size))
    let promise = try tree.checkpoint(ofSize: size)
    guard try tree.audit.verify() == expected, try bare.audit.verify(against: promise) == expected
    else { throw BenchmarkError("append-1024: the logs do not hold, or differ") }
  }
}
