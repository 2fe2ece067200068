import KeywayCore
import Testing

@Suite(.enabled(if: ZoneFile.isInstalled, "needs /usr/share/zoneinfo"))
struct CompiledScheduleTests {
  @Test(arguments: StandingVector.all)
  func `an instant is inside when its local wall time is`(_ vector: StandingVector) throws {
    let schedule = try CompiledSchedule.fixture(vector.windows, void: vector.void)
    let instant = try Timestamp(parsing: vector.instant.utf8.span)
    #expect(try schedule.standing(at: instant, zone: .fixture(vector.zone)) == vector.standing)
  }

  @Test(arguments: NextInstantVector.all)
  func `the next instant is the first that opens`(_ vector: NextInstantVector) throws {
    let schedule = try CompiledSchedule.fixture(vector.windows, void: vector.void)
    let validity = try #require(
      ValidityPeriod(
        from: vector.validFrom.map { try Timestamp(parsing: $0.utf8.span) },
        until: vector.validUntil.map { try Timestamp(parsing: $0.utf8.span) }))
    let from = try Timestamp(parsing: vector.from.utf8.span)
    let next = try schedule.nextInstant(
      from: from, validity: validity, zone: .fixture(vector.zone))
    #expect(next?.rfc3339 == vector.next)
  }

  @Test func `a window in the skipped hour is empty all that day`() throws {
    let schedule = try CompiledSchedule.fixture(["daily 02:00-03:00"])
    let paris = try TimeZoneRules.fixture("Europe/Paris")
    // From local midnight to local midnight, 23 hours later.
    for minute in 0..<23 * 60 {
      let instant = Timestamp(milliseconds: 1_711_839_600_000 + Int64(minute) * 60_000)
      #expect(paris.civil(at: instant).date == CivilDate(year: 2024, month: 3, day: 31))
      #expect(schedule.standing(at: instant, zone: paris) == .outsideHours)
    }
  }

  @Test func `ten years of exceptions are passed over`() throws {
    let first = try CivilDate(parsing: "2026-01-01".utf8.span)
    let days = (0..<3660).map { first.adding(days: $0) }
    let schedule = try CompiledSchedule(.fixture(["daily 22:00-06:00"]), exceptions: days)
    let next = schedule.nextInstant(
      from: Timestamp(milliseconds: 1_767_247_200_000), zone: try .fixture("Europe/Paris"))
    #expect(next?.rfc3339 == "2036-01-09T21:00:00.000Z")
    let validity = ValidityPeriod(from: nil, until: next)
    #expect(
      try schedule.nextInstant(
        from: Timestamp(milliseconds: 1_767_247_200_000), validity: #require(validity),
        zone: .fixture("Europe/Paris")) == nil)
  }

  @Test func `seventy years of void Mondays are passed over`() throws {
    let first = try CivilDate(parsing: "2026-03-02".utf8.span)
    let mondays = (0..<3660).map { first.adding(days: 7 * $0) }
    let schedule = try CompiledSchedule(
      .fixture(["mon 09:00-10:00"]), exceptions: mondays.reversed() + mondays)
    let next = schedule.nextInstant(
      from: try Timestamp(parsing: "2026-03-01T00:00:00Z".utf8.span), zone: .utc)
    #expect(next?.rfc3339 == "2096-04-23T09:00:00.000Z")
  }

  /// A file without transitions: the table begins with the first change after New Year 1970.
  @Test func `a footer holds before its first change`() throws {
    let bytes = ZoneFile.footer("AEST-10AEDT,M10.1.0,M4.1.0/3")
    let rules = try TimeZoneRules(parsing: bytes.span)
    let schedule = try CompiledSchedule.fixture(["thu 11:00-11:30", "sun 02:00-03:00"])
    let period = rules.period(at: Timestamp(milliseconds: 0))
    #expect(period.offset == TimeZoneOffset(seconds: 39_600, isDaylight: true))
    #expect(period.until?.rfc3339 == "1970-04-04T16:00:00.000Z")
    #expect(schedule.standing(at: Timestamp(milliseconds: 0), zone: rules) == .inside)
    #expect(schedule.standing(at: Timestamp(milliseconds: -1), zone: rules) == .outsideHours)
    #expect(schedule.standing(at: Timestamp(milliseconds: 1_800_000), zone: rules) == .outsideHours)
  }

  @Test func `without the rules of the zone only an empty schedule has a next instant`() throws {
    let now = Timestamp(milliseconds: 0)
    #expect(try CompiledSchedule.fixture([]).nextInstant(from: now, zone: nil) == now)
    #expect(
      try CompiledSchedule.fixture(["daily 00:00-24:00"]).nextInstant(from: now, zone: nil) == nil)
  }

  @Test(arguments: [Int64.min, .min + 1, -62_135_596_800_000, .max - 1, .max])
  func `no instant traps`(_ milliseconds: Int64) throws {
    let schedule = try CompiledSchedule.fixture(["fri 22:00-06:00"], void: ["1970-01-01"])
    for name in ZoneFile.names {
      let rules = try TimeZoneRules.fixture(name)
      let instant = Timestamp(milliseconds: milliseconds)
      _ = schedule.standing(at: instant, zone: rules)
      let next = schedule.nextInstant(from: instant, zone: rules)
      #expect(next.map { $0 >= instant } ?? (milliseconds > 0))
    }
  }
}
