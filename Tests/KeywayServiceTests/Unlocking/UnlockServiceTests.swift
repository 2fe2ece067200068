import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct UnlockServiceTests {
  @Test func `a holder's phone opens its holder's key`() throws {
    let house = try TestHouse()
    try house.furnish()
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.decision == .granted)
    #expect(answer.key == "own")
    #expect(answer.door == "front")
    #expect(answer.joining == .new)
    let entries = try house.entries()
    #expect(entries.count == 1)
    #expect(entries[0].text("outcome") == "granted")
    #expect(entries[0].text("holder") == "p-kim")
    #expect(entries[0].text("device") == "p-phone")
    #expect(try AuditService(environment: house.environment).verify() == .holds(entries: 1))
  }

  @Test func `a repeat gets the attempt's own answer and makes no entry`() throws {
    let house = try TestHouse()
    try house.furnish()
    let first = try house.decide(house.tap("t1"))
    house.advance(by: 600_000)
    try house.editKey { $0.key.state = .suspended }
    let again = try house.decide(house.tap("t1"))
    #expect(again.decision == .granted)
    #expect(again.repeated == "t1")
    #expect(again.command == first.command)
    #expect(try house.entries().count == 1)
  }

  @Test func `the same id with other content is a conflict that learns nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    let answer = try house.decide(house.tap("t1", link: "keyway://unlock/other"))
    #expect(answer.decision == .denied(Refusal(.tapConflict)))
    #expect(answer.key == nil)
    #expect(answer.door == nil)
    #expect(answer.repeated == nil)
    #expect(try house.entries().last?.text("reason") == "tap_conflict")
  }

  @Test func `a tap id belongs to its sender`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.holder = nil })
    _ = try house.decide(house.tap("t1"))
    let answer = try house.decide(house.tap("t1", link: "xxx/own", device: nil))
    #expect(answer.decision == .granted)
    #expect(answer.repeated == nil)
  }

  @Test func `within a batch a repeat is recognised and a door is told once`() throws {
    let house = try TestHouse()
    try house.furnish()
    let taps = [house.tap("a"), house.tap("a"), house.tap("b"), house.tap("a", link: "xxx/own")]
    let answers = try house.unlocking.decide(taps)
    #expect(answers.map(\.joining) == [.new, .new, .coalesced, nil])
    #expect(answers.map(\.repeated) == [nil, "a", nil, nil])
    #expect(answers[3].decision == .denied(Refusal(.tapConflict)))
    #expect(Set(answers.prefix(3).map(\.command)).count == 1)
  }

  @Test func `one use is charged once, however many taps ask for it together`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let answers = try house.unlocking.decide((0..<20).map { house.tap("t\($0)") })
    #expect(answers.filter { $0.decision == .granted }.count == 1)
    #expect(
      answers.filter { $0.decision == .denied(Refusal(.usesExhausted)) }.count == 19)
  }

  @Test func `a repeat is forgotten with its day`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    house.advance(by: 9 * 86_400_000)
    _ = try house.decide(house.tap("t2"))
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.repeated == nil)
    #expect(answer.decision == .granted)
  }

  @Test func `a rehearsal decides and leaves nothing behind`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let (answer, explanation) = try house.unlocking.rehearse(house.tap("t1"))
    #expect(answer.decision == .granted)
    #expect(explanation?.next == nil)
    #expect(try house.entries().isEmpty)
    #expect(try house.decide(house.tap("t1")).repeated == nil)
  }

  @Test func `the same conflict is recorded once, another one again`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    for _ in 0..<3 {
      let answer = try house.decide(house.tap("t1", link: "xxx/own"))
      #expect(answer.decision == .denied(Refusal(.tapConflict)))
    }
    #expect(try house.entries().count == 2)
    _ = try house.decide(house.tap("t1", link: "xxx/other"))
    #expect(try house.entries().count == 3)
    let batch = [
      house.tap("t2"), house.tap("t2", link: "xxx/own"), house.tap("t2", link: "xxx/own"),
    ]
    #expect(
      try house.unlocking.decide(batch).map(\.decision.outcome) == ["granted", "denied", "denied"])
    #expect(try house.entries().count == 5)
  }

  @Test func `a key that does not work yet says from when it does, to a repeat as well`() throws {
    let house = try TestHouse()
    let from = Timestamp(milliseconds: Timestamp.morning.milliseconds + 60_000)
    try house.furnish(key: { $0.validity = ValidityPeriod(from: from, until: nil) ?? .unbounded })
    for _ in 0..<2 {
      let answer = try house.decide(house.tap("t1"))
      #expect(answer.decision == .denied(Refusal(.notYetValid)))
      #expect(answer.nextValid == from)
      #expect(answer.members["nextValid"] == .string("2026-03-02T08:01:00.000Z"))
    }
  }

  @Test(arguments: [TapChannel.nfc, .qr, .openURL, .userActivity])
  func `an item from a tag or a code is confirmed like a link`(_ channel: TapChannel) throws {
    let house = try TestHouse()
    try house.furnish(door: { $0.confirm = .links })
    let request = TapRequest(
      tap: TapIdentity(sender: "device:phone", id: "t1"), device: "phone",
      payload: .item(type: "own", userInfo: .empty), channel: channel, tappedAt: house.now)
    #expect(try house.decide(request).decision == .denied(Refusal(.confirmationRequired)))
    #expect(try house.decide(house.tap("t2", item: "own")).decision == .granted)
  }

  @Test func `a holder whose row is gone opens nothing`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    try ForeignProgram(path: database.path).run("PRAGMA foreign_keys = OFF; DELETE FROM holder")
    let error = #expect(throws: StoreError.self) { try house.decide(house.tap("t1")) }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: [
    "phone-1772438400000-1", "somebodys-phone-1772438400000-12", "phone.7",
  ])
  func `a tap's id tells the log nothing of a device, whoever made it up`(_ id: String) throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.holder = nil })
    _ = try house.decide(house.tap(id))
    _ = try house.decide(house.tap("t2", link: "xxx/phone"))
    for entry in try house.entries() {
      let text = String(decoding: CanonicalJSON.bytes(of: .object(entry)), as: UTF8.self)
      #expect(!text.replacing("p-phone", with: "").contains("phone"), "\(text)")
    }
    #expect(try house.entries()[0].text("tap")?.hasPrefix("p-phone") == true)
  }
}
