import Foundation
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct OpeningTests {
  private func failure(
    _ folder: TemporaryFolder, path: String? = nil, createsFile: Bool = true
  ) -> StoreError? {
    #expect(throws: StoreError.self) {
      try ConnectionPool(
        path: path ?? folder.database,
        configuration: .init(wait: 100, createsFile: createsFile), migrations: [.notes],
        now: .example)
    }
  }

  @Test func `a new database and its companions are for their user only`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 1)
    try pool.add("one")
    for suffix in ["", "-wal", "-shm", "-lock"] {
      #expect(try folder.permissions(suffix) == 0o600, "\(suffix)")
    }
  }

  @Test func `folders are made only when asked for, for their user only`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a/b/keyway.db"
    #expect(failure(folder, path: path)?.code == .notFound)
    _ = try ConnectionPool(
      path: path, configuration: .init(createsFolders: true), migrations: [.notes], now: .example)
    for name in ["/a", "/a/b"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + name)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func `a missing database is not created unless asked for`() throws {
    let folder = try TemporaryFolder()
    #expect(failure(folder, createsFile: false)?.code == .notFound)
    #expect(!FileManager.default.fileExists(atPath: folder.database))
  }

  @Test(arguments: ["x", "hello\n", String(repeating: "not a database\n", count: 1000)])
  func `a text file is refused by name and left as it is`(_ text: String) throws {
    let folder = try TemporaryFolder()
    try text.write(toFile: folder.database, atomically: false, encoding: .utf8)
    let error = failure(folder)
    #expect(error?.code == .notADatabase)
    #expect(error?.message.contains(folder.database) == true)
    #expect(try String(contentsOfFile: folder.database, encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func `an empty file becomes a database`() throws {
    let folder = try TemporaryFolder()
    #expect(FileManager.default.createFile(atPath: folder.database, contents: nil))
    let pool = try folder.pool()
    try pool.add("one")
    #expect(try pool.notes() == ["one"])
  }

  @Test(arguments: [
    "CREATE TABLE other(id)", "PRAGMA application_id = 7; CREATE TABLE other(id)",
    "PRAGMA application_id = 7; PRAGMA user_version = 1",
  ])
  func `another program's database is refused and left as it is`(_ sql: String) throws {
    let folder = try TemporaryFolder()
    #expect(FileManager.default.createFile(atPath: folder.database, contents: nil))
    do {
      let other = try Connection(path: folder.database, access: .readWrite, wait: 0)
      try other.execute(script: Array(sql.utf8).span)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(failure(folder)?.code == .notADatabase)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test func `a folder is refused`() throws {
    let folder = try TemporaryFolder()
    let error = failure(folder, path: folder.path)
    #expect(error?.code == .notADatabase)
    #expect(error?.message.contains("is a folder") == true)
  }

  @Test func `a read-only file is refused as such`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400], ofItemAtPath: folder.database)
    #expect(failure(folder)?.code == .readOnly)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a read-only folder is refused as such`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    #expect(failure(folder)?.code == .readOnly)
  }

  @Test func `a setting that does not take is refused`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pool()
    let connection = try Connection(path: folder.database, access: .readWrite, wait: 0)
    let pragma = Pragma(
      set: "PRAGMA synchronous = OFF", get: "PRAGMA synchronous", expected: 2)
    let error = #expect(throws: StoreError.self) { try connection.configure([pragma]) }
    #expect(error?.message.contains("PRAGMA synchronous = OFF") == true)
  }

  @Test func `every connection has every setting`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 1)
    let check: (Connection) throws(StoreError) -> [Int64?] = { connection throws(StoreError) in
      var values: [Int64?] = []
      for pragma in Pragma.common { values.append(try connection.integer(pragma.get)) }
      return values
    }
    let expected: [Int64?] = Pragma.common.map(\.expected)
    #expect(try pool.withReader(check) == expected)
    #expect(try pool.withWriter(check) == expected)
    let mode = try pool.withReader { connection throws(StoreError) in
      try connection.text("PRAGMA journal_mode")
    }
    #expect(mode == "wal")
  }
}
