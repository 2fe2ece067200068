import CBenchmark
import Glibc
import KeywayCore

/// From an instant to local time, and from the facts of a key with hours to the decision. C has
/// localtime_r for both.
struct ClockBenchmark {
  private static let zone = "Europe/Berlin"
  private static let count = 1_024

  let report: BenchmarkReport

  func run() throws {
    guard let file = Self.bytes(of: "/usr/share/zoneinfo/\(Self.zone)"),
      let rules = try? TimeZoneRules(parsing: file.span)
    else { throw BenchmarkError("clock: the machine has no zone \(Self.zone)") }
    unsafe benchmark_set_zone(Self.zone)
    var generator = BenchmarkGenerator(seed: 13)
    // 1990 to 2059, in milliseconds.
    let instants = (0..<Self.count).map { _ in
      631_152_000_000 + Int64(generator.below(2_208_988_800)) * 1_000
    }
    try measureOffsets(instants, rules)
    try measureDecisions(instants, rules, &generator)
  }

  private func measureOffsets(_ instants: [Int64], _ rules: TimeZoneRules) throws {
    let seconds = instants.map { $0 / 1_000 }
    let times = report.options.isQuick ? 200 : 5_000
    var sums: [UInt64] = []
    report.pair("local time", operations: times * seconds.count) {
      var sum: UInt64 = 0
      for _ in 0..<times {
        for instant in instants {
          let offset = rules.offset(at: Timestamp(milliseconds: instant)).seconds
          sum &+= UInt64(bitPattern: Int64(offset))
        }
      }
      sums.append(sum)
    } bare: {
      sums.append(unsafe benchmark_offset_all(seconds, seconds.count, times))
    }
    guard Set(sums).count == 1 else { throw BenchmarkError("clock: C has other offsets") }
  }

  private func measureDecisions(
    _ instants: [Int64], _ rules: TimeZoneRules, _ generator: inout BenchmarkGenerator
  ) throws {
    let windows = [
      benchmark_window(days: 0b0001_1111, from: 420, until: 760),
      benchmark_window(days: 0b0001_1111, from: 780, until: 1_140),
      benchmark_window(days: 0b0010_0000, from: 540, until: 840),
    ]
    let hours = KeyHours(CompiledSchedule(try Self.schedule(windows), exceptions: []))
    let facts = instants.map { instant in
      var facts = DecisionBenchmark.facts(&generator)
      // A validity that ended long ago would leave nothing to measure.
      facts.validFrom = facts.validFrom.map { _ in Timestamp(milliseconds: instant - 1) }
      facts.validUntil = facts.validUntil.map { _ in Timestamp(milliseconds: instant + 1) }
      return facts
    }
    let bare = facts.map(DecisionBenchmark.bare)
    let times = report.options.isQuick ? 200 : 5_000
    var sums: [UInt64] = []
    var allocated: UInt64 = 0
    report.pair("decision with hours", operations: times * facts.count) {
      let before = benchmark_allocations()
      sums.append(Self.decideAll(facts, instants, hours, rules, times))
      allocated = benchmark_allocations() - before
    } bare: {
      sums.append(
        unsafe benchmark_decide_hours(bare, bare.count, times, windows, windows.count, instants))
    }
    guard Set(sums).count == 1 else { throw BenchmarkError("clock: C decides otherwise") }
    report.note("\(allocated) allocations in \(times * facts.count) decisions")
  }

  @inline(never)
  private static func decideAll(
    _ facts: [AccessFacts], _ instants: [Int64], _ hours: KeyHours, _ rules: TimeZoneRules,
    _ times: Int
  ) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<times {
      for index in facts.indices {
        let now = Timestamp(milliseconds: instants[index])
        var all = facts[index]
        all.hours = hours.standing(at: now, zone: rules)
        sum &+= UInt64(DecisionBenchmark.place(AccessPolicy.decide(all, at: now)))
      }
    }
    return sum
  }

  private static func schedule(_ windows: [benchmark_window]) throws -> Schedule {
    func time(_ minutes: Int16) -> String {
      let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return parts.joined(separator: ":")
    }
    return Schedule(
      windows: try windows.map { window in
        let days = Weekday.allCases.filter { window.days >> UInt8($0.index) & 1 == 1 }
        return try ScheduleWindow(
          days: days.map(\.rawValue), from: time(window.from), until: time(window.until))
      })
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
