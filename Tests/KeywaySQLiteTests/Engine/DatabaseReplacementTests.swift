import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct DatabaseReplacementTests {
  private let folder: TemporaryFolder
  private let copy: String

  /// A database with one setting, and a copy of it from before the setting.
  init() throws {
    folder = try TemporaryFolder()
    copy = folder.path + "/copy.db"
    let store = try Self.store(at: folder.database)
    try store.backUp(to: copy)
    try store.write { try $0.setSetting("a", to: "new") }
  }

  private static func store(at path: String) throws -> SQLiteStore {
    try SQLiteStore(path: path, now: .example, random: { [UInt8](repeating: 1, count: $0) })
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `the copy takes the place, with what was changed in it, and the other one stays`()
    throws
  {
    let replacement = try DatabaseReplacement(of: folder.database, by: copy)
    try replacement.store(now: .example, random: { [UInt8](repeating: 1, count: $0) })
      .write { try $0.setSetting("b", to: "changed") }
    let aside = try #require(try replacement.commit(asideAs: "-aside"))
    #expect(try Self.store(at: folder.database).read { try $0.settings() } == ["b": "changed"])
    #expect(try Self.store(at: aside).read { try $0.settings() } == ["a": "new"])
    #expect(try folder.permissions() == 0o600)
    #expect(try !names.contains { $0.contains("-restoring") })
  }

  @Test func `given up, it leaves nothing`() throws {
    let before = try names
    do {
      let replacement = try DatabaseReplacement(of: folder.database, by: copy)
      _ = try replacement.store(now: .example, random: { [UInt8](repeating: 1, count: $0) })
      #expect(try names != before)
    }
    #expect(try names == before)
  }

  @Test func `what a killed one left is no hindrance, but one that runs is`() throws {
    try Data([1]).write(to: URL(fileURLWithPath: folder.database + "-restoring"))
    let replacement = try DatabaseReplacement(of: folder.database, by: copy)
    let error = #expect(throws: StoreError.self) {
      try DatabaseReplacement(of: folder.database, by: copy)
    }
    #expect(error?.code == .busy)
    #expect(try replacement.commit(asideAs: "-aside") != nil)
  }

  @Test func `a file named as the place aside stays, and so does the database`() throws {
    let aside = folder.database + "-aside"
    try Data([1]).write(to: URL(fileURLWithPath: aside))
    let replacement = try DatabaseReplacement(of: folder.database, by: copy)
    let error = #expect(throws: StoreError.self) { try replacement.commit(asideAs: "-aside") }
    #expect(error?.code == .conflict)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == Data([1]))
    #expect(try Self.store(at: folder.database).read { try $0.settings() } == ["a": "new"])
  }

  @Test func `others are kept from writing while it is prepared`() throws {
    let replacement = try DatabaseReplacement(of: folder.database, by: copy)
    try replacement.lockOthersOut()
    var options = SQLiteStore.Options()
    options.wait = 50
    let store = try SQLiteStore(
      path: folder.database, options: options, now: .example,
      random: { [UInt8](repeating: 1, count: $0) })
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.setSetting("a", to: "late") }
    }
    #expect(error?.code == .busy)
  }

  @Test func `what the engine itself finds moved is worth another try, not read-only`() {
    #expect(StoreError.Code(sqlite: 8 | 4 << 8) == .busy)
    #expect(StoreError.Code(sqlite: 8) == .readOnly)
  }

  @Test(arguments: [0, 2])
  func `who has a database open that is not there any more is told, and writes nothing`(
    _ readers: Int
  ) throws {
    var options = SQLiteStore.Options()
    options.readers = readers
    let store = try SQLiteStore(
      path: folder.database, options: options, now: .example,
      random: { [UInt8](repeating: 1, count: $0) })
    #expect(try store.read { try $0.settings() } == ["a": "new"])
    let aside = folder.path + "/aside.db"
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal"))
    for replacement in [nil, copy] as [String?] {
      if FileManager.default.fileExists(atPath: folder.database) {
        try FileManager.default.moveItem(atPath: folder.database, toPath: aside)
      }
      if let replacement {
        try FileManager.default.copyItem(atPath: replacement, toPath: folder.database)
      }
      let writing = #expect(throws: StoreError.self) {
        try store.write { try $0.setSetting("a", to: "lost") }
      }
      #expect(writing?.code == .busy)
      let reading = #expect(throws: StoreError.self) { try store.read { try $0.settings() } }
      #expect(reading?.code == .busy)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal")) == log)
  }
}
