import Foundation
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct WriterLockTests {
  @Test func `a second holder is refused after its time and says why`() throws {
    let folder = try TemporaryFolder()
    let first = WriterLock(database: folder.database)
    let second = WriterLock(database: folder.database)
    try first.acquire(by: Deadline(milliseconds: 0))
    let start = ContinuousClock.now
    let error = #expect(throws: StoreError.self) {
      try second.acquire(by: Deadline(milliseconds: 80))
    }
    let waited = ContinuousClock.now - start
    #expect(error?.code == .busy)
    #expect(error?.message.hasPrefix("another process is writing to the database") == true)
    #expect(waited >= .milliseconds(80) && waited < .seconds(2))
  }

  @Test func `release lets the next one in`() throws {
    let folder = try TemporaryFolder()
    let first = WriterLock(database: folder.database)
    let second = WriterLock(database: folder.database)
    for _ in 0..<3 {
      try first.acquire(by: Deadline(milliseconds: 0))
      first.release()
      try second.acquire(by: Deadline(milliseconds: 0))
      second.release()
    }
  }

  @Test func `the lock goes with its holder`() throws {
    let folder = try TemporaryFolder()
    let second = WriterLock(database: folder.database)
    do {
      let first = WriterLock(database: folder.database)
      try first.acquire(by: Deadline(milliseconds: 0))
    }
    try second.acquire(by: Deadline(milliseconds: 0))
  }

  @Test func `a removed lock file does not let two in later on`() throws {
    let folder = try TemporaryFolder()
    let first = WriterLock(database: folder.database)
    let second = WriterLock(database: folder.database)
    try first.acquire(by: Deadline(milliseconds: 0))
    first.release()
    try FileManager.default.removeItem(atPath: folder.database + "-lock")
    try first.acquire(by: Deadline(milliseconds: 0))
    #expect(throws: StoreError.self) { try second.acquire(by: Deadline(milliseconds: 0)) }
  }

  @Test func `a writing transaction holds the lock, a reading one does not`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let other = try folder.pool(wait: 30)
    let error = #expect(throws: StoreError.self) {
      try pool.withWriter { _ throws(StoreError) in try other.add("one") }
    }
    #expect(error?.code == .busy)
    try pool.withReader { _ throws(StoreError) in try other.add("two") }
    #expect(try pool.notes() == ["two"])
  }

  @Test func `readers are served while another process writes`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let other = try folder.pool(wait: 30)
    try pool.add("one")
    try pool.withWriter { connection throws(StoreError) in
      try connection.add("two")
      let notes = try other.notes()
      #expect(notes == ["one"])
      let opened = try folder.pool(wait: 30).notes()
      #expect(opened == ["one"])
    }
  }

  @Test func `symbolic links to one file lead to one lock`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let link = folder.path + "/link.db"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.database)
    let other = try ConnectionPool(
      path: link, configuration: .init(wait: 30), migrations: [.notes], now: .example)
    let error = #expect(throws: StoreError.self) {
      try pool.withWriter { _ throws(StoreError) in try other.add("one") }
    }
    #expect(error?.code == .busy)
    #expect(!FileManager.default.fileExists(atPath: link + "-lock"))
  }
}
