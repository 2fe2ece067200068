import Foundation
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct PatienceTests {
  private static let ample = 5000

  @Test func `whoever waits for the lock is let pass`() throws {
    let folder = try TemporaryFolder()
    let holder = WriterLock(database: folder.database)
    try holder.acquire(by: Deadline(milliseconds: 0))
    #expect(try !holder.letOthersPass(until: Deadline(milliseconds: Self.ample)))
    let path = folder.database
    Thread.detachNewThread {
      let waiting = WriterLock(database: path)
      try? waiting.acquire(by: Deadline(milliseconds: Self.ample))
      waiting.release()
    }
    let patient = WriterLock(database: folder.database)
    let limit = Deadline(milliseconds: Self.ample)
    // Nobody gives the lock away: this ends when its own time does.
    while try !patient.letOthersPass(until: Deadline(milliseconds: 20)), !limit.hasPassed {}
    #expect(!limit.hasPassed)
    holder.release()
    _ = try patient.letOthersPass(until: limit)
    #expect(!limit.hasPassed)
    #expect(try !patient.letOthersPass(until: limit))
  }

  @Test func `who gives up waiting is not waited for`() throws {
    let folder = try TemporaryFolder()
    let holder = WriterLock(database: folder.database)
    let waiting = WriterLock(database: folder.database)
    try holder.acquire(by: Deadline(milliseconds: 0))
    #expect(throws: StoreError.self) { try waiting.acquire(by: Deadline(milliseconds: 5)) }
    #expect(try !holder.letOthersPass(until: Deadline(milliseconds: Self.ample)))
  }

  @Test func `others who write are noticed, its own writes are not`() throws {
    let folder = try TemporaryFolder()
    let (pool, other) = (try folder.pool(), try folder.pool())
    for _ in 0..<2 {
      try pool.withWriter(isPatient: true) { connection throws(StoreError) in
        try connection.add("own")
      }
      try pool.letOthersPass()
      #expect(!pool.hasCompany)
    }
    try other.add("other's")
    try pool.letOthersPass()
    #expect(pool.hasCompany)
  }

  @Test func `a patient write does not wait for the disk, the next one does`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let during = try pool.withWriter(isPatient: true) { connection throws(StoreError) in
      try connection.add("patient")
      return try connection.integer("PRAGMA synchronous")
    }
    #expect(during == 1)
    #expect(try Self.synchronous(pool) == 2)
    #expect(throws: StoreError.self) {
      try pool.withWriter(isPatient: true) { connection throws(StoreError) in
        try connection.add("rolled back")
        throw StoreError(.misuse, "a body that fails")
      }
    }
    #expect(try Self.synchronous(pool) == 2)
    #expect(try pool.notes() == ["patient"])
  }

  @Test func `little is copied at a time while others write, and much while alone`() throws {
    let folder = try TemporaryFolder()
    let (pool, other) = (try folder.pool(), try folder.pool())
    let text = String(repeating: "x", count: 300_000)
    try pool.add(text)
    try pool.letOthersPass()
    try pool.checkpointPatiently()
    #expect(try folder.size("-wal") ?? 0 > text.utf8.count)
    let before = try folder.size("") ?? 0
    try other.add("company")
    try pool.letOthersPass()
    try pool.checkpointPatiently()
    #expect(try folder.size("") ?? 0 > before + text.utf8.count - 100_000)
  }

  @Test func `there is nothing to settle before anything was written, and in memory`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    try pool.settle()
    try FileManager.default.removeItem(atPath: folder.database + "-wal")
    try pool.settle()
    try ConnectionPool(path: ":memory:", migrations: [.notes], now: .example).settle()
  }

  private static func synchronous(_ pool: ConnectionPool) throws -> Int64? {
    try pool.withWritingConnection { connection throws(StoreError) in
      try connection.integer("PRAGMA synchronous")
    }
  }
}
