import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct StoreDiagnosisTests {
  private func findings(
    _ house: TestHouse, alive: Set<String> = ["replay"]
  ) -> [Finding] {
    StoreDiagnosis(environment: house.environment, isAlive: { alive.contains($0) }).findings()
  }

  private func findings(_ check: Finding.Check, _ house: TestHouse) -> [Finding] {
    findings(house).filter { $0.check == check }
  }

  @Test func `a house in order is ok in every respect`() throws {
    let house = try TestHouse(zones: .machine)
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    let findings = findings(house)
    #expect(findings.map(\.check) == [.integrity, .log, .settings, .zones, .commands])
    #expect(findings.allSatisfy { $0.status == .ok && $0.subject == nil })
  }

  @Test func `a zone that is gone is a problem of each door in it`() throws {
    let house = try TestHouse(zones: .none)
    try house.furnishTwice()
    try house.addKey("s1") { $0.schedule = .night }
    try house.addKey("s2") { $0.schedule = .night }
    let found = findings(.zones, house)
    #expect(found.map(\.subject) == ["back", "front"])
    #expect(found.allSatisfy { $0.status == .problem })
    #expect(found[0].message.contains("keys with a schedule would be denied zone_unavailable"))
    #expect(found[1].message.contains("'Europe/Berlin' of the door 'front'"))
    #expect(found[1].message.contains("2 keys with a schedule are denied zone_unavailable"))
  }

  @Test func `keys that are denied anyway are not counted`() throws {
    let house = try TestHouse(zones: .none)
    try house.furnish(key: { $0.schedule = .night })
    try house.addKey("gone") {
      $0.schedule = .night
      $0.state = .revoked
    }
    try house.addKey("waits") {
      $0.schedule = .night
      $0.state = .suspended
    }
    try house.addKey("over") {
      $0.schedule = .night
      $0.validity = .period(from: nil, until: 0)
    }
    let found = findings(.zones, house)
    #expect(found.first?.message.contains("1 key with a schedule is denied") == true, "\(found)")
  }

  @Test func `a removed door needs no zone`() throws {
    let house = try TestHouse(zones: .none)
    try house.furnish(key: { $0.state = .revoked })
    _ = try house.registry.remove(.doors, ["front"], actor: Actor(name: "user:0"))
    #expect(findings(.zones, house).map(\.status) == [.ok])
  }

  @Test func `each setting that cannot be used is a problem by its name`() throws {
    let house = try TestHouse()
    try house.set("tap.maxAge", to: "soon")
    try house.set("link.bare", to: "a/b")
    try house.set("door.future", to: "?")
    let found = findings(.settings, house)
    #expect(found.map(\.subject) == ["link.bare", "tap.maxAge"])
    #expect(found.allSatisfy { $0.status == .problem })
    #expect(found[1].message.contains("'soon'"))
  }

  @Test func `a command of a process that died is a warning, and stays as it is`() throws {
    let house = try TestHouse()
    try house.furnish()
    let answer = try house.decide(house.tap("t1"))
    let found = findings(house, alive: []).filter { $0.check == .commands }
    #expect(found.map(\.subject) == [answer.command?.text])
    #expect(found.map(\.status) == [.warning])
    #expect(found[0].message.contains("pending on the door 'front'"))
    #expect(try house.command(present(answer.command)).state == .pending)
    #expect(try house.dispatch(answer, RecordingDriver()).state == .acknowledged)
    #expect(findings(house, alive: []).allSatisfy { $0.check != .commands || $0.status == .ok })
  }

  @Test(arguments: LogDamage.all)
  func `an end of the log that does not hold is a problem`(_ damage: LogDamage) throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path, zones: .machine)
    try house.furnish()
    for number in 0..<3 { _ = try house.decide(house.tap("t\(number)")) }
    #expect(findings(.log, house).map(\.status) == [.ok])
    try ForeignProgram(path: database.path).tamper(damage.sql)
    let found = findings(.log, house)
    #expect(found.map(\.status) == [.problem], "\(found)")
    #expect(found.first?.message.contains(damage.words) == true, "\(found)")
  }

  @Test func `what the engine finds is a problem, and the other checks go on`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path, zones: .machine)
    try house.furnish()
    let program = try ForeignProgram(path: database.path)
    try program.run(
      "PRAGMA ignore_check_constraints = ON; UPDATE installation SET secret = x'00'")
    let found = findings(house)
    #expect(found[0].check == .integrity && found[0].status == .problem)
    #expect(found[0].message.contains("installation"), "\(found[0].message)")
    #expect(found.dropFirst().allSatisfy { $0.status == .ok })
  }

  @Test func `a row that cannot be read is a problem of what reads it`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path, zones: .machine)
    try house.furnish()
    try ForeignProgram(path: database.path).run(
      "PRAGMA ignore_check_constraints = ON; UPDATE door SET mode = 'ajar'")
    let found = findings(house).filter { $0.status == .problem }
    #expect(found.map(\.check) == [.integrity, .zones])
  }
}

/// A way to harm the end of a log of three entries.
struct LogDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sql: String
  /// What is said of it.
  let words: String

  private init(_ description: String, _ sql: String, _ words: String) {
    testDescription = description
    self.sql = sql
    self.words = words
  }

  static let all = [
    Self(
      "last body changed", "UPDATE log_body SET body = x'7B7D' WHERE seq = 2",
      "entry 2 is not what its leaf hash promises"),
    Self("last body gone", "DELETE FROM log_body WHERE seq = 2", "entry 2 has no body"),
    Self(
      "last leaf gone", "DELETE FROM log_leaf WHERE seq = 2",
      "entry 2 is not what its leaf hash promises"),
    Self(
      "last entry gone", "DELETE FROM log_leaf WHERE seq = 2; DELETE FROM log_body WHERE seq = 2",
      "entry 2 is missing"),
    Self("only the triggers gone", "SELECT 1", "the triggers that guard the log were removed"),
    Self(
      "an entry before the first", "INSERT INTO log_leaf VALUES (-1, zeroblob(32))",
      "entry -1 stands outside the log"),
    Self(
      "an entry far away", "INSERT INTO log_body VALUES (900000, x'7B7D')", "entry 3 is missing"),
  ]
}
