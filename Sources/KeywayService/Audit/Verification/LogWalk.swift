import KeywayCore
import KeywayStore

/// Goes through the log from its beginning, on several threads, and hands on what they recompute in
/// the log's order. What is held at a time does not grow with the log.
struct LogWalk {
  /// How many entries a thread takes at a time: whole tiles, and few enough that no reader holds
  /// the log of changes for long.
  private static let length = 64 * TreeTile.fullWidth

  let store: any Store
  let mark: PruningMark?
  /// At least 1; more are of use only where the store has as many readers.
  let threads: Int
  /// The tiles whose leaves are handed on.
  let wanted: Set<Int64>

  /// Calls the body with each run, up to the entry `end` or that of the log, or to the first that is
  /// wrong. Blocks.
  func forEachRun(to end: Int64 = .max, _ body: (TileRun) throws -> Void) throws {
    // A row at the end of all numbers leaves no size; then there is one look at a time.
    let size = min(end, (try? store.read { reader in try reader.logSize() }) ?? 0)
    var next: Int64 = 0
    while next < end {
      // Behind the log's size one look is enough.
      let starts = (0..<threads).map { next + Int64($0) * Self.length }
        .filter { $0 == next || $0 < size }
      let runs = try Threads.map(starts) { [store, mark, wanted] first in
        let last = end - first < Self.length ? end : first + Self.length
        return try TileRun(from: first, to: last, keeping: wanted, mark: mark, in: store)
      }
      for run in runs {
        try body(run)
        if run.failure != nil { return }
        next = run.end
        if run.end < min(end, run.first + Self.length) { return }
      }
    }
  }
}
