import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

/// Whether what tokens are recognised by is gone from the files where it should be. Three of four
/// phones stay, so that pages are not deleted as a whole.
@Suite struct TokenTraceTests {
  private static let count = 3_000
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.database, now: .example) {
      [UInt8](repeating: 5, count: $0)
    }
    // So many, in such an order and with such lengths, that pages are split.
    let order = (0..<Self.count).map { $0 * 167 % Self.count }
    for round in stride(from: 0, to: Self.count, by: 100) {
      let numbers = order[round..<round + 100]
      try store.write { tx in for number in numbers { try Self.add(number, in: tx) } }
      let used = order[..<round].filter { $0 % 30 == round / 100 }
      try store.write { tx in
        try tx.noteUses(
          of: Dictionary(
            uniqueKeysWithValues: used.map { (Token.ID(trusted: "t\($0)"), Timestamp.example) }))
      }
    }
  }

  private static func stays(_ number: Int) -> Bool { number % 4 != 0 }
  private static let gone = (0..<count).filter { !stays($0) }

  private static func phone(_ number: Int, isRemoved: Bool = false) -> DeviceRecord {
    DeviceRecord(
      device: Device(id: Device.ID(trusted: "d\(number)"), isRemoved: isRemoved),
      pseudonym: "p-\(number)", secret: [1])
  }

  private static func add(
    _ number: Int, in tx: borrowing any StoreTransaction & ~Copyable
  ) throws {
    let device = phone(number).device.id
    try tx.save(devices: [phone(number)])
    let token = Token(
      id: Token.ID(trusted: "t\(number)"), role: .device, device: device,
      name: String(repeating: "x", count: number * 31 % 230), issuedAt: .example)
    let end = stays(number) ? "KEPT" : "GONE"
    try tx.add(
      TokenRecord(
        token: token, pseudonym: "PSEUDONYM-\(end)", secret: Array("ROWKEY-\(end)".utf8)),
      secretDigest: digest(number, "SECRET"))
    try tx.save(
      PendingEnrolment(
        device: device, digest: digest(number, "CODE"), expiresAt: .example, triesLeft: 5))
  }

  /// 32 bytes that can be searched for.
  private static func digest(_ number: Int, _ mark: String) -> Digest {
    let bytes =
      Array("\(mark)-\(stays(number) ? "KEPT" : "GONE")-\(number)-".utf8)
      + [UInt8](repeating: 0x2E, count: 32)
    return Digest(bytes: bytes.span.extracting(first: 32)) ?? Digest([32 of UInt8](repeating: 0))
  }

  private func stands(_ text: String, in path: String) -> Bool {
    ["", "-wal", "-shm"].contains { suffix in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: path + suffix))) ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  private static let marks = ["SECRET-GONE", "CODE-GONE"]
  private static let kept = ["SECRET-KEPT", "CODE-KEPT", "PSEUDONYM-KEPT", "ROWKEY-KEPT"]

  private func standing() throws -> Int {
    let digests = (0..<Self.count).map { Self.digest($0, "SECRET") }
    return try store.read { try $0.standings(ofSecrets: digests) }.count { $0 != nil }
  }

  @Test func `of removed phones' tokens and codes no byte stays after scrubbing`() throws {
    let marks = Self.marks + ["PSEUDONYM-GONE", "ROWKEY-GONE"]
    try store.write { tx in
      try tx.save(devices: Self.gone.map { Self.phone($0, isRemoved: true) })
    }
    _ = try store.pool.emptyWAL()
    // Otherwise the test would not tell whether writing anew does anything.
    #expect(marks.contains { stands($0, in: folder.database) })
    #expect(try store.scrub())
    for mark in marks { #expect(!stands(mark, in: folder.database), "\(mark)") }
    for mark in Self.kept { #expect(stands(mark, in: folder.database), "\(mark)") }
    #expect(try standing() == Self.count - Self.gone.count)
    #expect(try store.read { try $0.enrolments() }.count == Self.count - Self.gone.count)
  }

  @Test func `a revoked token's digest goes with scrubbing at the latest`() throws {
    let ids = Self.gone.map { Token.ID(trusted: "t\($0)") }
    try store.write { tx in try tx.revokeTokens(ids, at: .example) }
    #expect(try store.scrub())
    #expect(!stands("SECRET-GONE", in: folder.database))
    #expect(try standing() == Self.count - Self.gone.count)
  }

  @Test func `a backup has the tokens' rows, and nothing to get in by`() throws {
    let copy = folder.path + "/copy.db"
    try store.backUp(to: copy)
    for mark in ["SECRET-", "CODE-"] { #expect(!stands(mark, in: copy), "\(mark)") }
    #expect(stands("PSEUDONYM-", in: copy))
    let restored = try SQLiteStore(path: copy, now: .example) { [UInt8](repeating: 5, count: $0) }
    var rows = 0
    try restored.read { reader in
      try reader.forEachToken { if $0.token.revokedAt == nil { rows += 1 } }
      #expect(try reader.enrolments().isEmpty)
      let digests = (0..<Self.count).map { Self.digest($0, "SECRET") }
      #expect(try reader.standings(ofSecrets: digests).allSatisfy { $0 == nil })
    }
    #expect(rows == Self.count)
    #expect(try restored.read { try $0.damage() }.isEmpty)
    // The store itself has lost nothing.
    #expect(
      try store.read { try $0.standings(ofSecrets: [Self.digest(3, "SECRET")]) }[0] != nil)
  }
}
