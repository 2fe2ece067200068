import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite
@testable import Migrations

@Suite struct LookingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func look(migrations: [Migration] = [.notes]) throws(StoreError) -> ConnectionPool {
    try ConnectionPool(
      path: folder.database, configuration: .init(wait: 100, readsOnly: true),
      migrations: migrations, now: .example)
  }

  private func failure(migrations: [Migration] = [.notes]) -> StoreError? {
    #expect(throws: StoreError.self) { try look(migrations: migrations) }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `a database is read as it is, and not written`() throws {
    try folder.pool().add("one")
    chmod(folder.database, 0o644)
    let (names, bytes) = (try names, FileManager.default.contents(atPath: folder.database))
    let pool = try look()
    let count = try pool.withReader { connection throws(StoreError) in
      try connection.integer("SELECT count(*) FROM note")
    }
    #expect(count == 1)
    let error = try #require(throws: StoreError.self) { try pool.add("two") }
    #expect(error.code == .readOnly)
    #expect(try self.names == names)
    #expect(FileManager.default.contents(atPath: folder.database) == bytes)
    #expect(try folder.permissions("") == 0o644)
  }

  @Test func `it is read while another process writes`() throws {
    let writer = try folder.pool()
    try writer.add("one")
    let pool = try look()
    try writer.withWriter { connection throws(StoreError) in
      let count = try pool.withReader { reader throws(StoreError) in
        try reader.integer("SELECT count(*) FROM note")
      }
      #expect(count == 1)
    }
  }

  @Test func `a missing database is not made, nor one in memory`() throws {
    #expect(failure()?.code == .notFound)
    let error = #expect(throws: StoreError.self) {
      try ConnectionPool(
        path: ":memory:", configuration: .init(readsOnly: true), migrations: [.notes],
        now: .example)
    }
    #expect(error?.code == .notFound)
    #expect(try names == [])
  }

  @Test func `a database of an older program is left to the next command`() throws {
    try folder.pool().add("one")
    let error = failure(migrations: [.notes, .marks])
    #expect(error?.code == .olderSchema)
    #expect(error?.message.contains("schema version 1, this program's is 2") == true)
    #expect(try look().withReader { (_) throws(StoreError) in true })
  }

  @Test func `an empty file is one of an older program, and stays empty`() throws {
    #expect(FileManager.default.createFile(atPath: folder.database, contents: nil))
    #expect(failure()?.code == .olderSchema)
    #expect(FileManager.default.contents(atPath: folder.database) == Data())
  }

  @Test func `what is no database is told apart`() throws {
    let text = String(repeating: "not a database\n", count: 100)
    try text.write(toFile: folder.database, atomically: false, encoding: .utf8)
    #expect(failure()?.code == .notADatabase)
    #expect(try String(contentsOfFile: folder.database, encoding: .utf8) == text)
  }
}
