import CBenchmark

/// What one side has used so far, on this thread.
struct Usage {
  /// Nanoseconds.
  private(set) var wall: UInt64 = 0
  private(set) var processor: UInt64 = 0
  private(set) var allocations: UInt64 = 0

  mutating func add(_ body: () throws -> Void) rethrows {
    let start = (benchmark_wall(), benchmark_processor(), benchmark_allocations())
    try body()
    wall += benchmark_wall() - start.0
    processor += benchmark_processor() - start.1
    allocations += benchmark_allocations() - start.2
  }

  func wall(beside bare: Usage, operations: Int) -> BenchmarkReport.Round {
    .init(
      keyway: Double(wall) / Double(operations), bare: Double(bare.wall) / Double(operations))
  }

  func processor(beside bare: Usage, operations: Int) -> BenchmarkReport.Round {
    .init(
      keyway: Double(processor) / Double(operations),
      bare: Double(bare.processor) / Double(operations))
  }
}
