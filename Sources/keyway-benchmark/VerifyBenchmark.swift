import CBenchmark
import KeywayCore
import KeywayService

/// The whole log verified, on one thread beside a bare loop in C over the same file, and on two
/// beside one.
struct VerifyBenchmark {
  let report: BenchmarkReport
  let site: LogSite

  func run() throws {
    // Shorter logs do not fill the caches of their connections.
    if !report.options.isQuick { try tellMemory() }
    let one = try LogHouse(path: site.long, readers: 1)
    let two = try LogHouse(path: site.long, readers: 2)
    let root = try one.checkpoint(ofSize: site.longSize).checkpoint.root
    try verifyBare(root)
    var rounds: [(one: Usage, bare: Usage, two: Usage)] = []
    for round in 0..<report.options.rounds {
      var (first, bare, second) = (Usage(), Usage(), Usage())
      if round % 2 == 0 { try first.add { try verify(one, threads: 1) } }
      try bare.add { try verifyBare(root) }
      try second.add { try verify(two, threads: 2) }
      if round % 2 == 1 { try first.add { try verify(one, threads: 1) } }
      rounds.append((first, bare, second))
    }
    tell(rounds)
  }

  private func tell(_ rounds: [(one: Usage, bare: Usage, two: Usage)]) {
    let entries = site.longSize
    report.add("verify", rounds.map { $0.one.wall(beside: $0.bare, operations: entries) })
    report.add(
      "verify processor", rounds.map { $0.one.processor(beside: $0.bare, operations: entries) },
      isJudged: false)
    report.note("below: two threads beside one, both Keyway's; the ratio is the speed-up")
    report.add(
      "verify 2 threads", rounds.map { $0.two.wall(beside: $0.one, operations: entries) },
      isJudged: false)
  }

  private func verify(_ house: LogHouse, threads: Int, size: Int? = nil) throws {
    let expected = AuditService.Verification.holds(entries: Int64(size ?? site.longSize))
    guard try house.audit.verify(threads: threads) == expected else {
      throw BenchmarkError("verify: the log does not hold")
    }
  }

  private func verifyBare(_ root: Digest) throws {
    var bytes = [UInt8](repeating: 0, count: Digest.byteCount)
    let size = unsafe benchmark_log_verify(site.long, &bytes)
    guard size == UInt64(site.longSize), Digest(bytes: bytes.span) == root else {
      throw BenchmarkError("verify: C has another root")
    }
  }

  /// What this process has resident at most, which must not grow with the log.
  private func tellMemory() throws {
    for threads in 1...2 {
      let peaks = try [(site.short, site.shortSize), (site.long, site.longSize)].map {
        path, size in
        benchmark_watch_memory()
        try verify(LogHouse(path: path, readers: threads), threads: threads, size: size)
        let peak = Double(benchmark_peak_memory()) / 1_048_576
        return "\(BenchmarkReport.decimal(peak, 1)) MiB for \(size) entries"
      }
      report.note("memory, threads \(threads): \(peaks.joined(separator: ", "))")
    }
  }
}
