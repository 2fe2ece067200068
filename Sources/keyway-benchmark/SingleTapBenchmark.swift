import CBenchmark
import KeywayCore
import KeywayService
import KeywayStore

/// One durable tap after the other, each beside the same tap in C and a bare overwrite of one page
/// made durable, which is what the disk alone takes.
struct SingleTapBenchmark {
  private static let seed: UInt64 = 17

  let report: BenchmarkReport
  let site: TapSite

  func run() throws {
    let count = report.options.isQuick ? 200 : 1_000
    let stream = TapStream(site: site, batches: count * report.options.rounds, size: 1, interval: 3)
    let paths = (keyway: try site.copy("keyway"), bare: try site.copy("bare"))
    let page = site.path("page")
    defer {
      unsafe benchmark_remove(paths.keyway)
      unsafe benchmark_remove(paths.bare)
      unsafe benchmark_remove(page)
    }
    let file = unsafe benchmark_page_open(page)
    guard file >= 0 else { throw BenchmarkError("\(page) cannot be written") }
    let house = try TapHouse(path: paths.keyway, seed: Self.seed)
    let store = BareStore(
      path: paths.bare, links: site.links, texts: stream.texts, seed: Self.seed)
    var samples = [Samples](repeating: Samples(), count: report.options.rounds)
    for (index, batch) in stream.batches.enumerated() {
      house.setTime(batch.now)
      samples[index / count].page.append(benchmark_page_overwrite(file))
      try samples[index / count].add(isKeywayFirst: index % 2 == 0) {
        _ = try house.unlocking.decide(batch.taps)
      } bare: {
        _ = store.decide(batch)
      }
      if index % 64 == 63 {
        house.store.maintain()
        store.checkpoint()
      }
    }
    tell(samples.map(\.sorted))
  }

  private func tell(_ samples: [Samples]) {
    for (name, percent, isJudged) in [("p50", 50, true), ("p99", 99, false)] {
      report.add(
        "taps-1 \(name)", samples.map { $0.round(percent, beside: $0.bare) }, isJudged: isJudged)
    }
    report.note("below: beside a bare overwrite of 4 KiB and fdatasync")
    for (name, percent) in [("p50", 50), ("p99", 99)] {
      report.add(
        "taps-1 disk \(name)", samples.map { $0.round(percent, beside: $0.page) }, isJudged: false)
    }
  }

  /// What each operation of one round took, in nanoseconds.
  private struct Samples {
    var keyway: [UInt64] = []
    var bare: [UInt64] = []
    var page: [UInt64] = []

    mutating func add(
      isKeywayFirst: Bool, keyway first: () throws -> Void, bare second: () -> Void
    ) rethrows {
      if isKeywayFirst { keyway.append(try Self.time(first)) }
      bare.append(Self.time(second))
      if !isKeywayFirst { keyway.append(try Self.time(first)) }
    }

    private static func time(_ body: () throws -> Void) rethrows -> UInt64 {
      let start = benchmark_wall()
      try body()
      return benchmark_wall() - start
    }

    var sorted: Samples {
      Samples(keyway: keyway.sorted(), bare: bare.sorted(), page: page.sorted())
    }

    /// The percentile of the sorted samples.
    func round(_ percent: Int, beside bare: [UInt64]) -> BenchmarkReport.Round {
      .init(
        keyway: Double(keyway[keyway.count * percent / 100]),
        bare: Double(bare[bare.count * percent / 100]))
    }
  }
}
