import CBenchmark

/// Prints one line for each pair and remembers whether one fell below the floor.
final class BenchmarkReport {
  /// What one round of a pair took, in nanoseconds an operation.
  struct Round {
    let keyway: Double
    let bare: Double

    /// The share of the bare program's speed.
    var ratio: Double { keyway > 0 ? bare / keyway : 0 }
  }

  let options: BenchmarkOptions
  private(set) var fellBelowFloor = false

  init(options: BenchmarkOptions) {
    self.options = options
  }

  func printHead() {
    print(
      "medians of \(options.rounds) rounds (min-max), ns an operation; ratio = share of C's speed")
    print(
      Self.padded("", 22) + Self.padded("keyway", 30) + Self.padded("C", 30) + "ratio")
  }

  /// - Parameter isJudged: whether the floor counts for the line.
  func add(_ name: String, _ rounds: [Round], isJudged: Bool = true) {
    let ratios = rounds.map(\.ratio).sorted()
    print(
      Self.padded(name, 22) + Self.padded(Self.figures(rounds.map(\.keyway), 1), 30)
        + Self.padded(Self.figures(rounds.map(\.bare), 1), 30) + Self.figures(ratios, 2))
    if isJudged, let floor = options.floor, Self.median(ratios) < floor { fellBelowFloor = true }
  }

  func note(_ text: String) {
    print(Self.padded("", 22) + text)
  }

  /// Alternates both sides, the first one changing from round to round.
  func pair(
    _ name: String, operations: Int, keyway: () throws -> Void, bare: () throws -> Void
  ) rethrows {
    try keyway()
    try bare()
    var rounds: [Round] = []
    for round in 0..<options.rounds {
      var taken: (keyway: UInt64, bare: UInt64) = (0, 0)
      if round % 2 == 0 { taken.keyway = try Self.time(keyway) }
      taken.bare = try Self.time(bare)
      if round % 2 == 1 { taken.keyway = try Self.time(keyway) }
      rounds.append(
        Round(
          keyway: Double(taken.keyway) / Double(operations),
          bare: Double(taken.bare) / Double(operations)))
    }
    add(name, rounds)
  }

  private static func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = benchmark_processor()
    try body()
    return benchmark_processor() - start
  }

  /// The median, and the extremes in brackets.
  static func figures(_ values: [Double], _ digits: Int) -> String {
    let sorted = values.sorted()
    let ends = [sorted.first, sorted.last].map { decimal($0 ?? 0, digits) }
    return "\(decimal(median(sorted), digits)) (\(ends.joined(separator: "-")))"
  }

  private static func median(_ sorted: [Double]) -> Double {
    sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  static func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100 : 10
    let scaled = Int((value * Double(scale)).rounded())
    let rest = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
