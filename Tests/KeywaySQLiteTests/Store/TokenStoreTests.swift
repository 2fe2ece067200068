import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct TokenStoreTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.database, now: .example) {
      [UInt8](repeating: 5, count: $0)
    }
    try store.write { tx in
      try tx.save(doors: [.full])
      for id in ["phone", "other"] { try tx.save(devices: [Self.phone(id)]) }
    }
  }

  private static func phone(
    _ id: String, state: Standing = .active, isRemoved: Bool = false
  ) -> DeviceRecord {
    DeviceRecord(
      device: Device(id: Device.ID(trusted: id), state: state, isRemoved: isRemoved),
      pseudonym: "p-\(id)", secret: [1])
  }

  private static func digest(_ byte: UInt8) -> Digest {
    Digest([32 of UInt8](repeating: byte))
  }

  private static func token(
    _ id: String, device: String? = nil, scope: TokenScope? = nil, name: String? = nil,
    issuedAt: Int64 = 1, expiresAt: Int64? = nil
  ) -> TokenRecord {
    TokenRecord(
      token: Token(
        id: Token.ID(trusted: id), role: device == nil ? .job : .device,
        device: device.map { Device.ID(trusted: $0) }, scope: scope, name: name,
        issuedAt: Timestamp(milliseconds: issuedAt),
        expiresAt: expiresAt.map(Timestamp.init(milliseconds:))),
      pseudonym: "p-\(id)", secret: [1, 2])
  }

  private func add(_ record: TokenRecord, _ byte: UInt8) throws {
    try store.write { tx in try tx.add(record, secretDigest: Self.digest(byte)) }
  }

  private func standings(_ bytes: UInt8...) throws -> [TokenStanding?] {
    try store.read { reader in try reader.standings(ofSecrets: bytes.map(Self.digest)) }
  }

  private func all() throws -> [TokenRecord] {
    var all: [TokenRecord] = []
    try store.read { reader in try reader.forEachToken { all.append($0) } }
    return all
  }

  @Test func `a new store has no token`() throws {
    #expect(try all().isEmpty)
    #expect(try store.read { reader in try reader.enrolments() }.isEmpty)
  }

  @Test func `tokens are read as they were added, first issued first`() throws {
    let records = [
      Self.token("z", name: "é\"'", issuedAt: 1, expiresAt: 9), Self.token("b", device: "phone"),
      Self.token("c", scope: .door(DoorRecord.full.door.id), issuedAt: 3),
      Self.token("a", scope: .site("Home"), issuedAt: 4),
    ]
    for (byte, record) in records.enumerated().reversed() { try add(record, UInt8(byte)) }
    #expect(try all() == [records[1], records[0], records[2], records[3]])
    let ids = ["a", "nobody", "z"].map { Token.ID(trusted: $0) }
    let found = try store.read { reader in try reader.tokens(ids) }
    #expect(found == [records[3], nil, records[0]])
    #expect(try store.read { reader in try reader.tokenIDs(prefix: "", limit: 2) } == ["a", "b"])
    #expect(try store.read { reader in try reader.tokenIDs(prefix: "z", limit: 2) } == ["z"])
  }

  @Test func `several are looked up by digest at once, in the order of the digests`() throws {
    try add(Self.token("a", scope: .site("Home"), expiresAt: 7), 1)
    try add(Self.token("b", device: "phone"), 2)
    let found = try standings(2, 9, 1, 2)
    #expect(found.map { $0?.principal.token.text } == ["b", nil, "a", "b"])
    #expect(found[0]?.device == .active)
    #expect(found[0]?.principal.device == Device.ID(trusted: "phone"))
    #expect(found[2]?.principal.scope == .site("Home"))
    #expect(found[2]?.expiresAt == Timestamp(milliseconds: 7))
    #expect(found[2]?.device == nil)
    #expect(found[2]?.principal.pseudonym == "p-a")
  }

  @Test func `a suspended phone is seen`() throws {
    try add(Self.token("b", device: "phone"), 2)
    try store.write { tx in try tx.save(devices: [Self.phone("phone", state: .suspended)]) }
    #expect(try standings(2)[0]?.device == .suspended)
  }

  @Test func `a revoked token keeps no digest, and nobody makes it hold again`() throws {
    try add(Self.token("a"), 1)
    let id = Token.ID(trusted: "a")
    try store.write { tx in try tx.revokeTokens([id], at: Timestamp(milliseconds: 5)) }
    try store.write { tx in try tx.revokeTokens([id], at: Timestamp(milliseconds: 6)) }
    #expect(try all()[0].token.revokedAt == Timestamp(milliseconds: 5))
    #expect(try standings(1) == [nil])
    for sql in [
      "UPDATE token SET digest = zeroblob(32)", "UPDATE token SET revoked_at = NULL",
      "UPDATE token SET revoked_at = NULL, digest = zeroblob(32)",
    ] {
      #expect(throws: StoreError.self, "\(sql)") { try execute(sql) }
    }
  }

  private func execute(_ sql: String) throws {
    let connection = try Connection(path: folder.database, access: .readWrite, wait: 5_000)
    try connection.execute(script: Array(sql.utf8).span)
  }

  @Test func `what a token cannot be, the schema refuses`() throws {
    let refused = [
      Self.token("a", device: "nobody"), Self.token("a", scope: .door(Door.ID(trusted: "none"))),
      Self.token("a", device: "phone", scope: .site("Home")),
      Self.token("a", device: "phone", scope: .door(DoorRecord.full.door.id)),
    ]
    for record in refused {
      #expect(try #require(throws: StoreError.self) { try add(record, 1) }.code == .constraint)
    }
    try add(Self.token("a"), 1)
    #expect(throws: StoreError.self) { try add(Self.token("b"), 1) }
    #expect(throws: StoreError.self) { try add(Self.token("a"), 2) }
  }

  @Test func `whoever removes a device, its tokens and its code go, and no others`() throws {
    try add(Self.token("a", device: "phone"), 1)
    try add(Self.token("b", device: "other"), 2)
    try add(Self.token("c"), 3)
    for device in ["phone", "other"] {
      try store.write { tx in try tx.save(Self.enrolment(device)) }
    }
    try store.write { tx in try tx.save(devices: [Self.phone("phone", isRemoved: true)]) }
    #expect(try all().map(\.token.id.text) == ["b", "c"])
    #expect(try store.read { try $0.enrolments() }.map(\.device.text) == ["other"])
  }

  private static func enrolment(_ device: String, byte: UInt8 = 9) -> PendingEnrolment {
    PendingEnrolment(
      device: Device.ID(trusted: device), digest: digest(byte),
      expiresAt: Timestamp(milliseconds: 8), triesLeft: 5)
  }

  @Test func `a device has one code at most`() throws {
    let phone = Device.ID(trusted: "phone")
    var second = Self.enrolment("phone", byte: 7)
    second.triesLeft = 1
    try store.write { tx in try tx.save(Self.enrolment("phone")) }
    try store.write { tx in try tx.save(second) }
    #expect(try store.read { try $0.enrolment(of: phone) } == second)
    try store.write { tx in try tx.removeEnrolment(of: phone) }
    try store.write { tx in try tx.removeEnrolment(of: phone) }
    #expect(try store.read { try $0.enrolment(of: phone) } == nil)
  }

  @Test func `the last use only goes forward`() throws {
    try add(Self.token("a"), 1)
    let id = Token.ID(trusted: "a")
    for (use, noted) in [(60_000, 60_000), (0, 60_000), (120_000, 120_000)] as [(Int64, Int64)] {
      try store.write { tx in try tx.noteUses(of: [id: Timestamp(milliseconds: use)]) }
      #expect(try all()[0].token.lastUsedAt == Timestamp(milliseconds: noted))
    }
  }

  @Test func `a token that never acted has its own name in the log`() throws {
    try add(Self.token("a"), 1)
    try store.write { tx in try tx.addActor("user:1", pseudonym: "p-user") }
    let names = try store.read { reader in
      var names: [String?] = []
      for actor in ["token:a", "token:b", "a", "user:1", "TOKEN:a"] {
        names.append(try reader.pseudonym(ofActor: actor))
      }
      return names
    }
    #expect(names == ["p-a", nil, nil, "p-user", nil])
  }
}
