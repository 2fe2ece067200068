import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct LogWalkTests {
  /// A log of short entries on a store with as many readers as threads.
  private static func environment(_ size: Int, path: String) throws -> ServiceEnvironment {
    var options = SQLiteStore.Options()
    options.readers = 3
    let store = try SQLiteStore(
      path: path, options: options, now: .morning,
      random: { [UInt8](repeating: 1, count: $0) })
    for first in stride(from: 0, to: size, by: 5_000) {
      try store.write { transaction in
        let log = LogAppender(after: try transaction.logSize(), hasher: .init())
        for _ in first..<min(first + 5_000, size) { log.append(["kind": .string("test")]) }
        try log.finish(in: transaction)
      }
    }
    return ServiceEnvironment(
      store: store, now: { .morning }, random: { [UInt8](repeating: 1, count: $0) }, zones: .none)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 16_384, 16_385, 40_000])
  func `any number of threads verifies the same`(_ size: Int) throws {
    let database = try TemporaryDatabase()
    defer { withExtendedLifetime(database) {} }
    let environment = try Self.environment(size, path: database.path)
    let audit = AuditService(environment: environment)
    let checkpoints = CheckpointService(
      environment: environment, keyFile: LogKeyFile(database: ":memory:"))
    let actor = Actor(name: "user:0")
    let inner = [0, 1, 255, 256, 300, 16_384, 16_500, 33_333].filter { $0 <= size }
    let promises = try inner.map { try checkpoints.take(ofSize: Int64($0), by: actor) }
    let all = try environment.store.read { try $0.logSize() }
    for threads in 1...3 {
      #expect(try audit.verify(threads: threads) == .holds(entries: all))
      for promise in promises {
        #expect(
          try audit.verify(against: promise, threads: threads)
            == .holds(entries: promise.checkpoint.size))
      }
    }
    guard size > 0 else { return }
    // The first that is wrong is named, whatever thread meets it.
    for sequence in Set([0, size / 2, size - 1]).sorted(by: >) {
      try ForeignProgram(path: database.path).tamper(
        "UPDATE log_body SET body = x'7b7d' WHERE seq = \(sequence)")
      for threads in 1...3 {
        #expect(
          try audit.verify(threads: threads)
            == .failed(
              at: Int64(sequence), "entry \(sequence) is not what its leaf hash promises"))
      }
    }
  }

  @Test func `a run ends at the first entry that is wrong`() throws {
    let database = try TemporaryDatabase()
    defer { withExtendedLifetime(database) {} }
    let environment = try Self.environment(600, path: database.path)
    try ForeignProgram(path: database.path).tamper("DELETE FROM log_body WHERE seq = 300")
    let run = try TileRun(
      from: 0, to: 600, keeping: [0], mark: nil, in: environment.store)
    #expect(run.end == 300)
    #expect(run.roots.count == 1)
    #expect(run.kept[0]?.count == 256)
    #expect(run.failure == .failed(at: 300, "entry 300 has no body"))
  }

  @Test func `threads return in the order of their items, and the first failure comes out`() throws
  {
    #expect(try Threads.map(Array(0..<8)) { $0 * $0 } == (0..<8).map { $0 * $0 })
    let error = #expect(throws: ServiceError.self) {
      try Threads.map([1, 2, 3, 4]) { item -> Int in
        if item > 1 { throw ServiceError(.invalid, "\(item)") }
        return item
      }
    }
    #expect(error?.message == "2")
  }
}
