import Foundation
import KeywayStore
import Synchronization
import Testing

@testable import KeywaySQLite

@Suite struct CheckpointTests {
  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  private static let limit = 8 * 1024 * 1024
  private static let text = String(repeating: "x", count: 40_000)

  @Test func `the log stays under 8 MiB over many writes`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    var longest = 0
    var checkpoints = 0
    for _ in 0..<300 {
      try pool.add(Self.text)
      longest = max(longest, try folder.size("-wal") ?? 0)
      if try pool.checkpointIfNeeded() { checkpoints += 1 }
    }
    #expect(longest > 4_000_000 && longest < Self.limit)
    #expect((2...6).contains(checkpoints))
    #expect(try pool.notes().count == 300)
  }

  @Test func `the log stays under 8 MiB while readers come and go`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 3)
    let isDone = Flag()
    defer { isDone.value.store(true, ordering: .relaxed) }
    for _ in 0..<2 {
      Thread.detachNewThread {
        while !isDone.value.load(ordering: .relaxed) {
          _ = try? pool.withReader { connection throws(StoreError) in
            try connection.integer("SELECT count(*) FROM note")
          }
        }
      }
    }
    var longest = 0
    for _ in 0..<300 {
      try pool.add(Self.text)
      longest = max(longest, try folder.size("-wal") ?? 0)
      try pool.checkpointIfNeeded()
    }
    #expect(longest < Self.limit)
  }

  @Test func `a reader that stays neither blocks writers nor loses its state`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 1)
    try pool.add("first")
    let seen = try pool.withReader { connection throws(StoreError) in
      let before = try connection.notes()
      for _ in 0..<250 {
        try pool.add(Self.text)
        try pool.checkpointIfNeeded()
      }
      return before == (try connection.notes())
    }
    #expect(seen)
    for _ in 0..<40 {
      try pool.add(Self.text)
      try pool.checkpointIfNeeded()
    }
    #expect(try folder.size("-wal") ?? .max < Self.limit)
    #expect(try pool.notes().count == 291)
  }

  @Test func `closing leaves the log alone`() throws {
    let folder = try TemporaryFolder()
    do {
      let pool = try folder.pool()
      try pool.add("one")
    }
    #expect(try folder.size("-wal") ?? 0 > 0)
    #expect(try folder.pool().notes() == ["one"])
  }
}
