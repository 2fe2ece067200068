import Foundation
import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywaySQLite
@testable import Migrations

@Suite struct MigratorTests {
  private func failure(_ folder: TemporaryFolder, _ migrations: [Migration]) -> StoreError? {
    #expect(throws: StoreError.self) { try folder.pool(migrations: migrations) }
  }

  @Test func `missing migrations are applied in order and recorded`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    let pool = try folder.pool(migrations: [.notes, .marks])
    let rows = try pool.withReader { connection throws(StoreError) in
      try connection.withStatement(
        "SELECT number, name, length(checksum), applied_at FROM migration ORDER BY number"
      ) { statement throws(StoreError) in
        var rows: [String] = []
        while try statement.step() {
          rows.append(
            "\(try statement.int64(0)) \(try statement.text(1)) \(try statement.int64(2)) "
              + "\(try statement.int64(3))")
        }
        return rows
      }
    }
    #expect(rows == ["1 notes 32 1772438400000", "2 marks 32 1772438400000"])
    let header = try pool.withReader { connection throws(StoreError) in
      [
        try connection.integer("PRAGMA application_id"),
        try connection.integer("PRAGMA user_version"),
        try connection.integer("SELECT count(*) FROM mark"),
      ]
    }
    #expect(header == [0x4B65_7977, 2, 0])
  }

  @Test func `an up-to-date database is opened without the lock and without a write`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let size = try folder.size("-wal")
    try pool.withWriter { _ throws(StoreError) in
      let notes = try folder.pool(wait: 0).notes()
      #expect(notes.isEmpty)
    }
    #expect(try folder.size("-wal") == size)
  }

  @Test func `a database of a newer program is refused, with both versions`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool(migrations: [.notes, .marks])
    let error = failure(folder, [.notes])
    #expect(error?.code == .newerSchema)
    #expect(error?.message.contains("has schema version 2, this program knows up to 1") == true)
  }

  @Test func `a migration changed after it was applied is refused by name`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    let changed = Migration(1, "notes", "CREATE TABLE note(id INTEGER PRIMARY KEY) STRICT;")
    for migrations in [[changed], [changed, .marks]] {
      let error = failure(folder, migrations)
      #expect(error?.code == .migrationMismatch)
      #expect(error?.message.hasPrefix("migration 1 (notes) of the database") == true)
    }
    #expect(try folder.pool().notes().isEmpty)
  }

  @Test func `a checksum that does not fit its statements is never applied`() throws {
    let folder = try TemporaryFolder()
    let wrong = Migration(
      number: 1, name: "notes", sql: Migration.notes.sql,
      checksum: String(repeating: "0", count: 64))
    #expect(failure(folder, [wrong])?.code == .misuse)
  }

  @Test(arguments: Migration.all.indices)
  func `the checksum of a released migration is that of its file`(_ index: Int) {
    let migration = Migration.all[index]
    #expect(migration.checksum == SHA256Hasher().hash(migration.sql.span).hex)
  }

  @Test func `a missing migration is refused by name`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(migrations: [.notes, .marks])
    try pool.withWriter { connection throws(StoreError) in
      try connection.run("DELETE FROM migration WHERE number = 1")
    }
    let error = failure(folder, [.notes, .marks])
    #expect(error?.code == .migrationMismatch)
    #expect(error?.message.contains("lacks migration 1 (notes)") == true)
  }

  @Test func `a database that has lost all its migrations is refused by name`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(migrations: [.notes, .marks])
    try pool.withWriter { connection throws(StoreError) in
      try connection.run("DELETE FROM migration")
    }
    let error = failure(folder, [.notes, .marks])
    #expect(error?.code == .migrationMismatch)
    #expect(error?.message.contains("lacks migration 1 (notes)") == true)
  }

  @Test func `a migration that fails leaves nothing of itself behind`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    let broken = Migration(
      2, "broken", "CREATE TABLE half(id INTEGER) STRICT; INSERT INTO nothing VALUES(1);")
    #expect(failure(folder, [.notes, broken])?.code == .misuse)
    let pool = try folder.pool(migrations: [.notes, .marks])
    let count = try pool.withReader { connection throws(StoreError) in
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'half'")
    }
    #expect(count == 0)
  }

  @Test func `a migration may not end its transaction`() throws {
    let folder = try TemporaryFolder()
    #expect(failure(folder, [Migration(1, "bad", "COMMIT;")])?.code == .misuse)
  }

  @Test func `many processes may start on a new database at once`() async throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { try folder.pool(migrations: [.notes, .marks]).add("one") }
        }
        try await group.waitForAll()
      }
      #expect(try folder.pool(migrations: [.notes, .marks]).notes().count == 8)
    }
  }

  @Test func `the released migrations apply to an empty database`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool(migrations: Migration.all)
    _ = try folder.pool(migrations: Migration.all)
    #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
  }
}
