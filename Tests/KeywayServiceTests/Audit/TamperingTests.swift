import KeywayCore
import KeywayService
import Testing

@Suite struct TamperingTests {
  /// A database with a log of that many entries.
  private func house(_ entries: Int) throws -> (TestHouse, TemporaryDatabase) {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    _ = try house.unlocking.decide((0..<entries).map { house.tap("t\($0)") })
    return (house, database)
  }

  @Test(arguments: Tampering.all)
  func `verifying names the first entry that was tampered with`(_ tampering: Tampering) throws {
    let (house, database) = try house(10)
    #expect(try house.verify() == .holds(entries: 10))
    try ForeignProgram(path: database.path).tamper(tampering.sql)
    guard case .failed(let sequence, let words) = try house.verify() else {
      Issue.record("not found")
      return
    }
    #expect(sequence == tampering.sequence)
    #expect(words.contains("\(tampering.sequence)"))
    #expect(words.contains(tampering.words), "\(words)")
  }

  @Test func `a tail that was cut off is missed by what refers to it`() throws {
    let (house, database) = try house(10)
    try ForeignProgram(path: database.path).tamper(
      "DELETE FROM log_leaf WHERE seq >= 7; DELETE FROM log_body WHERE seq >= 7")
    guard case .failed(7, let words) = try house.verify() else {
      Issue.record("not found")
      return
    }
    #expect(words == "entry 7 is missing, and so is all up to entry 9")
  }

  @Test func `a log without its guards does not hold`() throws {
    let (house, database) = try house(3)
    try ForeignProgram(path: database.path).run("DROP TRIGGER log_body_stays")
    #expect(
      try house.verify() == .failed(at: 0, "the triggers that guard the log were removed"))
  }

  @Test(arguments: [4_095, 4_096, 4_097, 9_000])
  func `a log of several pages is read whole`(_ count: Int) throws {
    let (house, database) = try house(count)
    #expect(try house.verify() == .holds(entries: Int64(count)))
    var sequences: [Int64] = []
    try AuditService(environment: house.environment).forEach(AuditFilter()) {
      sequences.append($0.sequence)
    }
    #expect(sequences == Array(0..<Int64(count)))
    let last = Int64(count - 1)
    try ForeignProgram(path: database.path).tamper(
      "UPDATE log_body SET body = x'7b7d' WHERE seq = \(last)")
    guard case .failed(last, _) = try house.verify() else {
      Issue.record("not found")
      return
    }
  }

  @Test func `an empty log holds`() throws {
    #expect(try TestHouse().verify() == .holds(entries: 0))
  }

  @Test func `reading a tampered entry is an error, not another entry`() throws {
    let (house, database) = try house(5)
    try ForeignProgram(path: database.path).tamper("UPDATE log_body SET body = x'7b' WHERE seq = 3")
    #expect(throws: (any Error).self) { try house.entries() }
  }
}

/// What somebody with the file does to a log of ten entries, and what verifying says.
struct Tampering: Sendable, CustomTestStringConvertible {
  let name: String
  let sql: String
  let sequence: Int64
  let words: String

  var testDescription: String { name }

  static let all = changes + losses + additions

  private static let promise = "is not what its leaf hash promises"

  private static let changes = [
    Self(
      name: "one byte of a body",
      sql: """
        UPDATE log_body SET body = CAST(replace(CAST(body AS TEXT), 'granted', 'grantee') AS BLOB)
        WHERE seq = 4
        """, sequence: 4, words: promise),
    Self(
      name: "a blank behind a body",
      sql: "UPDATE log_body SET body = CAST(body || ' ' AS BLOB) WHERE seq = 4",
      sequence: 4, words: promise),
    Self(
      name: "a leaf", sql: "UPDATE log_leaf SET hash = zeroblob(32) WHERE seq = 4", sequence: 4,
      words: promise),
    Self(
      name: "a short leaf", sql: "UPDATE log_leaf SET hash = x'00' WHERE seq = 4", sequence: 4,
      words: promise),
    Self(
      name: "a body and its leaf taken from another entry",
      sql: """
        UPDATE log_body SET body = (SELECT body FROM log_body WHERE seq = 2) WHERE seq = 4;
        UPDATE log_leaf SET hash = (SELECT hash FROM log_leaf WHERE seq = 2) WHERE seq = 4
        """, sequence: 4, words: "does not carry its own number"),
    Self(
      name: "two swapped entries",
      sql: """
        UPDATE log_body SET seq = 100 WHERE seq = 4; UPDATE log_leaf SET seq = 100 WHERE seq = 4;
        UPDATE log_body SET seq = 4 WHERE seq = 7; UPDATE log_leaf SET seq = 4 WHERE seq = 7;
        UPDATE log_body SET seq = 7 WHERE seq = 100; UPDATE log_leaf SET seq = 7 WHERE seq = 100
        """, sequence: 4, words: "does not carry its own number"),
    Self(
      name: "several, the first counts",
      sql: "UPDATE log_leaf SET hash = zeroblob(32) WHERE seq IN (8, 3, 5)", sequence: 3,
      words: promise),
  ]

  private static let losses = [
    Self(
      name: "a lost leaf", sql: "DELETE FROM log_leaf WHERE seq = 4", sequence: 4,
      words: "is missing"),
    Self(
      name: "a lost body", sql: "DELETE FROM log_body WHERE seq = 4", sequence: 4,
      words: "has no body"),
    Self(
      name: "a lost entry",
      sql: "DELETE FROM log_body WHERE seq = 4; DELETE FROM log_leaf WHERE seq = 4", sequence: 4,
      words: "is missing"),
    Self(
      name: "a lost first entry",
      sql: "DELETE FROM log_body WHERE seq = 0; DELETE FROM log_leaf WHERE seq = 0", sequence: 0,
      words: "is missing"),
    Self(
      name: "a lost last leaf", sql: "DELETE FROM log_leaf WHERE seq = 9", sequence: 9,
      words: "has no leaf hash"),
    Self(
      name: "a lost last body", sql: "DELETE FROM log_body WHERE seq = 9", sequence: 9,
      words: "has no body"),
    Self(
      name: "all but the last",
      sql: "DELETE FROM log_body WHERE seq < 9; DELETE FROM log_leaf WHERE seq < 9", sequence: 0,
      words: "is missing"),
    Self(
      name: "all leaves", sql: "DELETE FROM log_leaf", sequence: 0,
      words: "has no leaf hash"),
  ]

  private static let additions = [
    Self(
      name: "an entry before the first",
      sql:
        "INSERT INTO log_body VALUES (-1, x'7b7d'); INSERT INTO log_leaf VALUES (-1, zeroblob(32))",
      sequence: -1, words: "outside the log"),
    Self(
      name: "an entry that nobody hashed", sql: "INSERT INTO log_body VALUES (10, x'7b7d')",
      sequence: 10, words: "has no leaf hash"),
    Self(
      name: "a leaf without a body", sql: "INSERT INTO log_leaf VALUES (10, zeroblob(32))",
      sequence: 10, words: "has no body"),
    Self(
      name: "an entry with a made-up leaf",
      sql: """
        INSERT INTO log_body VALUES (10, x'7b7d'); INSERT INTO log_leaf VALUES (10, zeroblob(32))
        """, sequence: 10, words: promise),
    Self(
      name: "an entry behind a gap",
      sql:
        "INSERT INTO log_body VALUES (12, x'7b7d'); INSERT INTO log_leaf VALUES (12, zeroblob(32))",
      sequence: 10, words: "is missing"),
    Self(
      name: "an entry very far away",
      sql: """
        INSERT INTO log_body VALUES (4611686018427387904, x'7b7d');
        INSERT INTO log_leaf VALUES (4611686018427387904, zeroblob(32))
        """, sequence: 10, words: "is missing"),
    Self(
      name: "a body at the end of all numbers",
      sql: "INSERT INTO log_body VALUES (9223372036854775807, x'7b7d')", sequence: 10,
      words: "is missing"),
    Self(
      name: "a leaf at the end of all numbers",
      sql: "INSERT INTO log_leaf VALUES (9223372036854775807, zeroblob(32))", sequence: 10,
      words: "is missing"),
  ]
}
