import Foundation
import KeywayStore
import Testing

@testable import KeywaySQLite
@testable import Migrations

@Suite struct ReadOnlyTests {
  private static let reading = ConnectionPool.Configuration(wait: 100, isReadOnly: true)

  private func pool(
    _ folder: TemporaryFolder, path: String? = nil, migrations: [Migration] = [.notes]
  ) throws(StoreError) -> ConnectionPool {
    try ConnectionPool(
      path: path ?? folder.database, configuration: Self.reading, migrations: migrations,
      now: .example)
  }

  private func failure(
    _ folder: TemporaryFolder, path: String? = nil, migrations: [Migration] = [.notes]
  ) -> StoreError? {
    #expect(throws: StoreError.self) {
      try pool(folder, path: path, migrations: migrations)
    }
  }

  /// A database at rest, as a backup is, with one note; its permissions are nobody's business.
  private func backup(_ folder: TemporaryFolder, as name: String = "/keyway.db") throws -> Data {
    do {
      try folder.pool().add("one")
      let raw = try Connection(path: folder.database, access: .readWrite, wait: 0)
      try raw.configure()
      _ = try raw.notes()
      #expect(try raw.checkpoint(.truncate))
    }
    for suffix in ["-wal", "-shm", "-lock"] {
      try FileManager.default.removeItem(atPath: folder.database + suffix)
    }
    if name != "/keyway.db" {
      try FileManager.default.moveItem(atPath: folder.database, toPath: folder.path + name)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path + name)
    return try Data(contentsOf: URL(fileURLWithPath: folder.path + name))
  }

  @Test(arguments: ["/keyway.db", "/a?b#c%20d &=é.db"])
  func `a database at rest is read and nothing is left beside it`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let before = try backup(folder, as: name)
    let pool = try pool(folder, path: folder.path + name)
    #expect(try pool.notes() == ["one"])
    let error = #expect(throws: StoreError.self) { try pool.add("two") }
    #expect(error?.code == .readOnly)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == [String(name.dropFirst())]
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + name)) == before)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + name)
    #expect(attributes[.posixPermissions] as? Int == 0o444)
  }

  @Test func `what stands in the log of changes is read, also through a link`() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.pool()
    try writer.add("one")
    let link = folder.path + "/link.db"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.database)
    #expect(try pool(folder).notes() == ["one"])
    let pool = try pool(folder, path: link)
    try writer.add("two")
    #expect(try pool.notes() == ["one", "two"])
  }

  @Test func `a database that somebody begins to write to meanwhile is busy`() throws {
    let folder = try TemporaryFolder()
    _ = try backup(folder)
    let pool = try pool(folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.database)
    try folder.pool().add("two")
    let error = #expect(throws: StoreError.self) { try pool.notes() }
    #expect(error?.code == .busy)
  }

  @Test func `it is read while another process writes`() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.pool()
    try writer.add("one")
    let pool = try pool(folder)
    try writer.withWriter { connection throws(StoreError) in
      #expect(try pool.notes() == ["one"])
    }
  }

  @Test func `a schema that is older is refused and stays so`() throws {
    let folder = try TemporaryFolder()
    let before = try backup(folder)
    let error = failure(folder, migrations: [.notes, .marks])
    #expect(error?.code == .olderSchema)
    #expect(error?.message.contains("schema version 1, this program's is 2") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test func `nothing is made where there is nothing`() throws {
    let folder = try TemporaryFolder()
    #expect(failure(folder)?.code == .notFound)
    #expect(FileManager.default.createFile(atPath: folder.database, contents: nil))
    #expect(failure(folder)?.code == .notADatabase)
    #expect(failure(folder, path: folder.path)?.code == .notADatabase)
    #expect(failure(folder, path: ":memory:")?.code == .notFound)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keyway.db"])
  }

  @Test func `a temporary database has no name and no end`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(
      path: folder.database, configuration: .init(isTemporary: true), migrations: [.notes],
      now: .example)
    // More than the cache holds.
    for _ in 0..<25 { try pool.add(String(repeating: "x", count: 1_000_000)) }
    #expect(try pool.notes().count == 25)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
