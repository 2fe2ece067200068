import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct UnreadableRowTests {
  @Test(arguments: UnreadableRow.all)
  func `a row that Keyway did not write so is an error`(_ row: UnreadableRow) throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    try fixture.tamper(row.sql)
    let error = #expect(throws: StoreError.self) {
      try fixture.store.read { reader in try row.read(reader) }
    }
    #expect(error?.code == .corrupt)
  }

  @Test func `a lost installation is an error`() throws {
    let fixture = try StoreFixture()
    try fixture.tamper("DELETE FROM installation")
    let error = #expect(throws: StoreError.self) {
      try fixture.store.read { reader in try reader.installation() }
    }
    #expect(error?.code == .corrupt)
  }

  @Test func `a key whose door is lost is unknown to decisions`() throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    try fixture.tamper("DELETE FROM door")
    let facts = try fixture.store.read { reader in
      try reader.facts(ofKeys: [KeyRecord.full.key.id])
    }
    #expect(facts == [nil])
  }
}

/// What somebody with the file does to a row, and what reads it.
struct UnreadableRow: Sendable, CustomTestStringConvertible {
  let sql: String
  let read: @Sendable (borrowing any StoreReader & ~Copyable) throws -> Void

  var testDescription: String { sql }

  static let all: [UnreadableRow] = doors + people + keys + actions + commands

  private typealias Read = @Sendable (borrowing any StoreReader & ~Copyable) throws -> Void

  private static func rows(_ statements: [String], read: @escaping Read) -> [UnreadableRow] {
    statements.map { UnreadableRow(sql: $0, read: read) }
  }

  private static var doors: [UnreadableRow] {
    let changes = [
      "mode = 'open'", "mode = 'Normal'", "confirm = ''", "exceptions = '[1]'",
      "exceptions = '{}'", "exceptions = '[\"2026-02-30\"]'", "lock = '[]'", "lock = '{'",
      "lock = ''", "removed = 2", "name = CAST(x'FF' AS TEXT)",
    ]
    return rows(changes.map { "UPDATE door SET \($0)" }) { reader in
      _ = try reader.doors([DoorRecord.full.door.id])
    }
  }

  private static var people: [UnreadableRow] {
    let holders = ["state = 'on'", "removed = -1", "name = CAST(x'C0AF' AS TEXT)"]
    let devices = ["platform = 'bada'", "state = ''", "removed = 7"]
    let deciding = [
      "UPDATE device SET state = ''", "UPDATE device SET removed = 7",
      "UPDATE holder SET state = ''",
    ]
    let ofHolders = rows(holders.map { "UPDATE holder SET \($0)" }) { reader in
      _ = try reader.holders([HolderRecord.full.holder.id])
    }
    let ofDevices = rows(devices.map { "UPDATE device SET \($0)" }) { reader in
      _ = try reader.devices([DeviceRecord.full.device.id])
    }
    let facts = rows(deciding) { reader in
      _ = try reader.facts(ofDevices: [DeviceRecord.full.device.id])
    }
    return ofHolders + ofDevices + facts
  }

  private static var keys: [UnreadableRow] {
    let changes = [
      "state = 'ACTIVE'", "state = ''", "schedule = '[]x'", "schedule = '{}'",
      "schedule = '[{\"days\":[]}]'", "shortcut = '{\"colour\":1}'", "shortcut = '[]'",
      "shortcut = '{\"icon\":{\"type\":\"smile\"}}'", "valid_until = valid_from",
    ]
    let deciding = [
      "UPDATE key SET state = 'ACTIVE'", "UPDATE door SET mode = 'open'",
      "UPDATE door SET confirm = 'no'",
    ]
    let records = rows(changes.map { "UPDATE key SET \($0)" }) { reader in
      _ = try reader.keys([KeyRecord.full.key.id])
    }
    let facts = rows(deciding) { reader in
      _ = try reader.facts(ofKeys: [KeyRecord.full.key.id])
    }
    return records + facts
  }

  private static var actions: [UnreadableRow] {
    let changes = ["icon = '{\"type\":1}'", "user_info = '1'", "static = 2"]
    return rows(changes.map { "UPDATE action SET \($0)" }) { reader in
      _ = try reader.actions([ActionRecord.full.action.type])
    }
  }

  private static var commands: [UnreadableRow] {
    let values = ["'open', 'pending'", "'unlock', 'gone'"]
    let statements = values.map {
      "INSERT INTO command VALUES ('c1', 'front', \($0), 1, 2, NULL, 'o', NULL, NULL)"
    }
    return rows(statements) { reader in _ = try reader.command(LockCommand.ID(trusted: "c1")) }
  }
}
