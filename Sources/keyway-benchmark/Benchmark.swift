import Glibc

/// `keyway-benchmark [--quick] [--directory DIR] [--rounds N] [--devices N] [--floor RATIO] [NAME…]`
///
/// Each line pairs Keyway with the same work in C, round by round in one process. The ratio is the
/// share of C's speed; it is for people, and fails only what is below `--floor`. The databases in
/// `DIR` take up to 900 MB, and ten times as much for a million phones.
@main
struct Benchmark {
  static func main() {
    do {
      let options = try BenchmarkOptions(CommandLine.arguments.dropFirst())
      let report = BenchmarkReport(options: options)
      report.printHead()
      if options.wants("link") { try LinkBenchmark(report: report).run() }
      if options.wants("decision") { try DecisionBenchmark(report: report).run() }
      if options.wants("clock") { try ClockBenchmark(report: report).run() }
      if options.wants("taps-1024") || options.wants("taps-1") {
        let site = try TapSite(options: options)
        if options.wants("taps-1024") { try BatchBenchmark(report: report, site: site).run() }
        if options.wants("taps-1") { try SingleTapBenchmark(report: report, site: site).run() }
      }
      if options.wants("verify") || options.wants("append-1024") {
        let site = try LogSite(options: options, needsLong: options.wants("verify"))
        if options.wants("verify") { try VerifyBenchmark(report: report, site: site).run() }
        if options.wants("append-1024") { try AppendBenchmark(report: report, site: site).run() }
      }
      if options.wants("tokens") { try TokenBenchmark(report: report).run() }
      if options.wants("sets") || options.wants("taps-sets") {
        let site = try SetSite(options: options)
        if options.wants("sets") { try SetBenchmark(report: report, site: site).run() }
        if options.wants("taps-sets") {
          try TapsBesideSetsBenchmark(report: report, site: site).run()
        }
      }
      exit(report.fellBelowFloor ? 1 : 0)
    } catch {
      print("keyway-benchmark: \(error)")
      exit(error is BenchmarkOptions.Problem ? 64 : 70)
    }
  }
}

/// What makes the figures worthless.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
