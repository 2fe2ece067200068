import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct LogGuardTests {
  @Test(arguments: ["log_leaf", "log_body"])
  func `the database itself refuses every change of the log`(_ table: String) throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    _ = try house.unlocking.decide((0..<3).map { house.tap("t\($0)") })
    let column = table == "log_leaf" ? "hash" : "body"
    let value = "zeroblob(32)"
    let program = try ForeignProgram(path: database.path)
    let attempts = [
      "UPDATE \(table) SET \(column) = \(value) WHERE seq = 1",
      "UPDATE \(table) SET \(column) = \(column)",
      "UPDATE OR REPLACE \(table) SET seq = 2 WHERE seq = 1",
      "UPDATE OR IGNORE \(table) SET seq = 9 WHERE seq = 1",
      "DELETE FROM \(table)",
      "DELETE FROM \(table) WHERE seq = 2",
      "INSERT INTO \(table) VALUES (1, \(value))",
      "INSERT OR REPLACE INTO \(table) VALUES (1, \(value))",
      "REPLACE INTO \(table) VALUES (2, \(value))",
      "INSERT INTO \(table) VALUES (1, \(value)) ON CONFLICT DO UPDATE SET \(column) = \(value)",
      "INSERT INTO \(table) VALUES (4, \(value))",
      "INSERT INTO \(table) VALUES (-1, \(value))",
      "INSERT INTO \(table) VALUES (NULL, \(value))",
      "INSERT INTO \(table) (\(column)) VALUES (\(value))",
      "INSERT INTO \(table) VALUES (3, x'00')",
    ]
    for attempt in attempts {
      #expect(throws: ForeignProgram.Failure.self, "\(attempt)") { try program.run(attempt) }
    }
    #expect(try house.verify() == .holds(entries: 3))
    #expect(try house.decide(house.tap("after")).decision == .granted)
  }

  @Test(arguments: ["(8, 1", "(8, 3", "(16, 0", "(24, 0"])
  func `the database refuses a node that does not stand on its children`(_ place: String) throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    _ = try house.unlocking.decide((0..<300).map { house.tap("t\($0)") })
    let program = try ForeignProgram(path: database.path)
    #expect(try program.column("SELECT count(*) FROM log_tile") == ["1"])
    #expect(throws: ForeignProgram.Failure.self) {
      try program.run("INSERT INTO log_tile VALUES \(place), zeroblob(32))")
    }
    #expect(try house.verify() == .holds(entries: 300))
  }

  @Test func `the store refuses a gap, and the tap's whole transaction with it`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    let entry = try LogEntry(sequence: 2, leaf: Digest.zero, body: Array("{}".utf8))
    #expect(throws: StoreError.self) {
      try house.store.write { tx in
        try tx.setSetting("tap.maxAge", to: "1m")
        try tx.append([entry])
      }
    }
    #expect(try house.store.read { reader in try reader.settings() }["tap.maxAge"] == nil)
    #expect(try house.verify() == .holds(entries: 1))
  }

  @Test(arguments: [0, 1, 65_536])
  func `the store refuses an entry that is too short or too long`(_ size: Int) throws {
    let house = try TestHouse()
    let body = [UInt8](repeating: 0x20, count: size)
    #expect(throws: StoreError.self) {
      try house.store.write { tx in
        try tx.append([LogEntry(sequence: 0, leaf: Digest.zero, body: body)])
      }
    }
    #expect(try house.store.read { reader in try reader.logSize() } == 0)
  }
}

extension Digest {
  static var zero: Digest {
    get throws { try present(Digest(bytes: [UInt8](repeating: 0, count: 32).span)) }
  }
}
