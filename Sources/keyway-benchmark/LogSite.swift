import CBenchmark
import KeywayStore

/// Databases whose logs are long: one to append to, and one ten times as long to verify.
final class LogSite {
  /// How many entries a transaction appends.
  private static let batch = 4_000

  let shortSize: Int
  let longSize: Int
  private let directory: String
  private var entries = LogEntries(seed: 19)

  /// - Parameter needsLong: whether the longer one is made, too.
  init(options: BenchmarkOptions, needsLong: Bool) throws {
    directory = options.directory
    (shortSize, longSize) = options.isQuick ? (10_000, 100_000) : (100_000, 1_000_000)
    unsafe benchmark_remove(short)
    try grow(short, from: 0, to: shortSize)
    guard needsLong else { return }
    try copy(to: long)
    try grow(long, from: shortSize, to: longSize)
  }

  deinit {
    unsafe benchmark_remove(short)
    unsafe benchmark_remove(long)
  }

  var short: String { path("log-short") }
  var long: String { path("log-long") }

  /// A new copy of the shorter one, as nobody has used it yet.
  func copy(_ name: String) throws -> String {
    let copy = path(name)
    try self.copy(to: copy)
    return copy
  }

  private func path(_ name: String) -> String { "\(directory)/keyway-benchmark-\(name).db" }

  private func copy(to path: String) throws {
    guard unsafe benchmark_copy(short, path) else {
      throw BenchmarkError("the database cannot be copied to \(path)")
    }
  }

  private func grow(_ path: String, from size: Int, to end: Int) throws {
    let house = try LogHouse(path: path)
    for first in stride(from: size, to: end, by: Self.batch) {
      try house.append(entries.next(min(Self.batch, end - first)))
      house.store.maintain()
    }
    // Most promises end within a tile.
    for size in [size + 1, size + 300, end / 2 + 77, end] {
      _ = try house.checkpoint(ofSize: size)
    }
    unsafe benchmark_store_settle(path)
  }
}
