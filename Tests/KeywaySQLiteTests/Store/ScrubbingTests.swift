import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct ScrubbingTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try Self.open(folder)
  }

  private static func open(
    _ folder: TemporaryFolder, wait: Int = 5_000
  ) throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.wait = wait
    return try SQLiteStore(path: folder.database, options: options, now: .example) {
      [UInt8](repeating: 5, count: $0)
    }
  }

  /// Names that were overwritten, in so many rows and with so many lengths that pages were split.
  private func rename(_ rounds: Int) throws {
    var state: UInt64 = 7
    func random(below limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    for round in 0..<rounds {
      let secret = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 32)
      try store.write { tx in
        for _ in 0..<40 {
          let id = String(random(below: 2_000))
          let more = String(repeating: "x", count: Int(random(below: 120)))
          let name = "NAME-\(id)-\(round)-\(more)"
          try tx.save(holders: [
            HolderRecord(
              holder: Holder(id: Holder.ID(trusted: id), name: name), pseudonym: "PSEUDO-\(name)",
              secret: secret)
          ])
        }
      }
    }
  }

  /// Whether the text stands in any of the files.
  private func stands(_ text: String) -> Bool {
    ["", "-wal", "-shm"].contains { suffix in
      let path = URL(fileURLWithPath: folder.database + suffix)
      let bytes = (try? Data(contentsOf: path)) ?? Data()
      // As Latin-1 every byte is a character, and the search is a string's own.
      return String(data: bytes, encoding: .isoLatin1)?.contains(text) == true
    }
  }

  private func holders() throws -> [HolderRecord] {
    var holders: [HolderRecord] = []
    try store.read { reader in try reader.forEachHolder { holders.append($0) } }
    return holders
  }

  @Test func `no byte of a name that was overwritten stays in the files`() throws {
    try rename(150)
    let all = try holders()
    try store.write { tx in
      try tx.save(
        holders: all.map { record in
          HolderRecord(
            holder: Holder(id: record.holder.id, name: "", isRemoved: true), pseudonym: "p",
            secret: [])
        })
    }
    #expect(stands("NAME-"))
    _ = try store.pool.emptyWAL()
    // Otherwise the test would not tell whether writing anew does anything.
    #expect(stands("NAME-"))
    #expect(try store.scrub())
    #expect(!stands("NAME-"))
    #expect(try folder.size("-wal") == 0)
  }

  @Test func `everything that was not deleted is as it was`() throws {
    try rename(20)
    try store.write { tx in
      try tx.save(doors: [.full])
      try tx.save(holders: [.full])
      var phone = DeviceRecord.full
      phone.device.isRemoved = false
      try tx.save(devices: [phone])
      try tx.save(keys: [.full])
      try tx.save(
        IssuedSet(version: 1, issuedAt: .example, content: ShortcutSet(items: [], omitted: [])),
        of: DeviceRecord.full.device.id)
      try tx.keepRejectedLink("xxx/1", ofEntry: 0)
      for day: Int64 in 0..<3 {
        try tx.remember([attempt(day: day)])
      }
    }
    let before = try dump()
    #expect(try store.scrub())
    #expect(try dump() == before)
    let problems = try store.pool.withReader { connection throws(StoreError) in
      [
        try connection.text("PRAGMA integrity_check"),
        try connection.text("PRAGMA foreign_key_check"),
      ]
    }
    #expect(problems == ["ok", nil])
  }

  private func attempt(day: Int64) -> Attempt {
    Attempt(
      tap: TapIdentity(sender: "device:phone", id: "t1"),
      content: Digest([32 of UInt8](repeating: 1)),
      decidedAt: Timestamp(milliseconds: day * 86_400_000), sequence: day, command: nil,
      answer: Array("{}".utf8))
  }

  /// Every value of every table, with its type.
  private func dump() throws -> [String] {
    try store.pool.withReader { connection throws(StoreError) in
      var lines: [String] = []
      for table in try connection.column(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      {
        let columns = try connection.column("SELECT name FROM pragma_table_info('\(table)')")
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
        lines += try connection.column("SELECT '\(table):' || \(values) FROM \(table)")
      }
      return lines
    }
  }

  @Test func `references are checked afterwards as before`() throws {
    #expect(try store.scrub())
    let error = try #require(throws: StoreError.self) {
      try store.write { tx in try tx.save(keys: [.full]) }
    }
    #expect(error.code == .constraint)
  }

  @Test func `a reader in the way is told of, and sees what it saw`() throws {
    try rename(5)
    let names = try holders().map(\.holder.name)
    let other = try Self.open(folder)
    let scrubbing = try Self.open(folder, wait: 50)
    try other.read { reader in
      var seen: [String] = []
      _ = try reader.logSize()
      #expect(try !scrubbing.scrub())
      try reader.forEachHolder { seen.append($0.holder.name) }
      #expect(seen == names)
    }
    #expect(try scrubbing.scrub())
    #expect(try holders().map(\.holder.name) == names)
  }

  @Test func `a store in memory and a new one have nothing to scrub`() throws {
    #expect(try store.scrub())
    let memory = try SQLiteStore(path: ":memory:", now: .example) {
      [UInt8](repeating: 5, count: $0)
    }
    #expect(try memory.scrub())
  }
}

extension Connection {
  fileprivate func column(_ sql: String) throws(StoreError) -> [String] {
    try withUncachedStatement(sql) { row throws(StoreError) in
      var texts: [String] = []
      while try row.step() { texts.append(try row.text(0)) }
      return texts
    }
  }
}
