import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct ScheduleTapTests {
  private static func instant(_ text: String) throws -> Timestamp {
    try Timestamp(parsing: text.utf8.span)
  }

  /// A door in London whose key works on weekdays from 9 to 17 o'clock, on 6 March 2026 not at all.
  private static func office(at instant: String) throws -> TestHouse {
    let house = try TestHouse(now: Self.instant(instant), zones: .machine)
    try house.furnish(
      door: {
        $0.timeZone = "Europe/London"
        $0.exceptions = [CivilDate(year: 2026, month: 3, day: 6)].compactMap { $0 }
      }, key: { $0.schedule = .fixture("mon,tue,wed,thu,fri 09:00-17:00") })
    return house
  }

  @Test(arguments: ScheduleTapVector.all)
  func `a tap is decided by the wall clock at the door`(_ vector: ScheduleTapVector) throws {
    let house = try TestHouse(now: Self.instant(vector.instant), zones: .machine)
    let exceptions = try vector.exceptions.map { try CivilDate(parsing: $0.utf8.span) }
    try house.furnish(
      door: {
        $0.timeZone = vector.zone
        $0.exceptions = exceptions
      }, key: { $0.schedule = vector.schedule })
    let answer = try house.decide(house.tap("t1"))
    let expected = vector.reason.map { Decision.denied(Refusal($0)) } ?? .granted
    #expect(answer.decision == expected)
    // A denial says when the next tap would be granted, and is right to the millisecond.
    guard let next = answer.nextValid else { return #expect(vector.reason == nil) }
    house.advance(by: next.milliseconds - house.now.milliseconds - 1)
    #expect(try house.decide(house.tap("t2")).decision != .granted)
    house.advance(by: 1)
    #expect(try house.decide(house.tap("t3")).decision == .granted)
  }

  @Test func `the end of the week, an exception and a repeat are told of`() throws {
    // Thursday evening; Friday is void, and on 9 March clocks are still those of winter.
    let house = try Self.office(at: "2026-03-05T18:00:00Z")
    for _ in 0..<2 {
      let answer = try house.decide(house.tap("t1"))
      #expect(answer.decision == .denied(Refusal(.outsideHours)))
      #expect(answer.nextValid?.rfc3339 == "2026-03-09T09:00:00.000Z")
    }
    #expect(try house.entries().map { $0.text("rule") } == ["key.schedule"])
  }

  @Test func `the rule that denies on a void day is the door's`() throws {
    let house = try Self.office(at: "2026-03-06T10:00:00Z")
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.decision == .denied(Refusal(.wrongDay)))
    #expect(try house.entries()[0].text("rule") == "door.exceptions")
    let explanation = try AccessExplanation(
      of: .own, at: house.now, device: .phone, environment: house.environment)
    #expect(explanation.rule == "door.exceptions")
    #expect(explanation.localTime == "2026-03-06T10:00:00+00:00")
  }

  @Test func `a key whose validity ends before its next window never works again`() throws {
    let house = try Self.office(at: "2026-03-07T12:00:00Z")
    try house.editKey {
      $0.key.validity = .period(from: nil, until: 7 * 86_400_000)
      $0.key.schedule = .fixture("wed 09:00-10:00")
    }
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.decision == .denied(Refusal(.wrongDay)))
    #expect(answer.nextValid == nil)
    let explanation = try AccessExplanation(
      of: .own, at: house.now, device: nil, environment: house.environment)
    #expect(explanation.next == .never(.expired))
  }

  @Test func `a key without uses or behind a closed door promises nothing`() throws {
    let house = try Self.office(at: "2026-03-07T12:00:00Z")
    try house.editKey { $0.key.maxUses = 0 }
    let (spent, explanation) = try house.unlocking.rehearse(house.tap("t1"))
    #expect(spent.nextValid == nil)
    #expect(explanation?.next == .never(.usesExhausted))
    try house.editKey { $0.key.maxUses = nil }
    try house.store.write { tx in
      var record = try present(tx.doors([.front])[0])
      record.door.mode = .lockedDown
      try tx.save(doors: [record])
    }
    #expect(try house.unlocking.rehearse(house.tap("t1")).1?.next == .never(.doorLockedDown))
  }

  @Test func `an edit of a schedule or an exception counts for the next tap`() throws {
    let house = try Self.office(at: "2026-03-05T10:00:00Z")
    #expect(try house.decide(house.tap("t1")).decision == .granted)
    try house.editKey { $0.key.schedule = .fixture("thu 11:00-12:00") }
    #expect(try house.decide(house.tap("t2")).decision == .denied(Refusal(.outsideHours)))
    try house.editKey { $0.key.schedule = .fixture("thu 10:00-12:00") }
    #expect(try house.decide(house.tap("t3")).decision == .granted)
    try house.store.write { tx in
      var record = try present(tx.doors([.front])[0])
      record.door.exceptions = try [CivilDate(parsing: "2026-03-05".utf8.span)]
      try tx.save(doors: [record])
    }
    #expect(try house.decide(house.tap("t4")).decision == .denied(Refusal(.wrongDay)))
  }

  @Test func `more schedules than are kept laid out are each asked rightly`() throws {
    let house = try Self.office(at: "2026-03-05T10:00:30Z")
    for index in 0..<1_200 {
      let minute = index < 600 ? "10:00" : "10:01"
      let until = "\(18 + index % 5):\(String(10 + index / 5 % 50))"
      try house.addKey("k\(index)") { $0.schedule = .fixture("thu \(minute)-\(until)") }
    }
    let taps = (0..<1_200).map { house.tap("t\($0)", link: "xxx/k\($0)") }
    for (index, answer) in try house.unlocking.decide(taps).enumerated() {
      #expect(answer.decision == (index < 600 ? .granted : .denied(Refusal(.outsideHours))))
    }
  }
}
