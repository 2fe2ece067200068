import Foundation
import Glibc
import KeywayCore
import Testing

// Inside the other suite that sets `TZ`, so that only one test at a time does.
extension TimeZoneRulesTests {
  @Suite struct ScheduleLibraryTests {
    private static let zones = [
      "Africa/Cairo", "America/Asuncion", "America/Caracas", "America/Godthab", "America/Havana",
      "America/New_York", "Asia/Pyongyang", "Asia/Beirut", "Europe/Istanbul", "Pacific/Kwajalein",
      "Pacific/Kiritimati",
    ]

    /// The rule that Morocco keeps to UTC came after tz database 2025b: where the machine's is
    /// older, the C library, which reads the same file, says what holds.
    @Test func `Casablanca keeps the time that the tz database says`() throws {
      let second = 1_789_990_200
      let instant = Timestamp(milliseconds: Int64(second) * 1000)
      let library = LibraryZone("Africa/Casablanca")
      defer { library.reset() }
      let rules = try TimeZoneRules.fixture("Africa/Casablanca")
      let local = library.local(second)
      let version = try ZoneFile.bytes("tzdata.zi").prefix { $0 != UInt8(ascii: "\n") }
      print("tz database:", String(decoding: version, as: UTF8.self))
      print("Africa/Casablanca on \(instant.rfc3339): \(local.tm_gmtoff) seconds east of UTC")
      #expect(rules.offset(at: instant) == library.offset(second))
      // 11:30 by UTC; inside unless an hour is added.
      let schedule = try CompiledSchedule.fixture(["mon 11:00-12:00"])
      let expected: CompiledSchedule.Standing = local.tm_hour == 11 ? .inside : .outsideHours
      #expect(schedule.standing(at: instant, zone: rules) == expected)
    }

    /// Beyond 2100 the table of changes ends and the footer is asked.
    @Test(arguments: ZoneFile.names)
    func `an offset holds until the next change, from 1970 to 2120`(_ name: String) throws {
      let rules = try TimeZoneRules.fixture(name)
      let library = LibraryZone(name)
      defer { library.reset() }
      let instants = try ["1970-01-01", "2120-01-01"].map {
        try Int(Timestamp(parsing: "\($0)T00:00:00Z".utf8.span).milliseconds / 1000)
      }
      var second = instants[0]
      while second < instants[1] {
        let period = rules.period(at: Timestamp(milliseconds: Int64(second) * 1000 + 999))
        #expect(period.offset == library.offset(second), "\(second)")
        let until = period.until.map { Int($0.milliseconds / 1000) } ?? instants[1]
        try #require(until > second)
        // Day by day, and the last second.
        for other in Array(stride(from: second, to: until, by: 86_400)) + [until - 1] {
          #expect(library.offset(other).seconds == period.offset.seconds, "\(other)")
        }
        second = until
      }
    }

    @Test func `membership, reason and next instant are those of a slow walk`() throws {
      let seed = UInt64.random(in: 1...999_999)
      var generator = SeededGenerator(seed: seed)
      var answered = 0
      for name in ZoneFile.names + Self.zones {
        let rules = try TimeZoneRules.fixture(name)
        let library = LibraryZone(name)
        defer { library.reset() }
        let changes = library.changes(1990...2060)
        for _ in 0..<40 {
          let random = try RandomSchedule(changes, library, using: &generator)
          let schedule = CompiledSchedule(random.schedule, exceptions: random.void)
          let clock = WallClock(
            library: library, windows: random.schedule.windows, void: Set(random.void))
          for index in 0..<40 {
            let from = random.milliseconds(using: &generator)
            let comment: Comment = "seed \(seed), \(name), \(random), \(from)"
            let instant = Timestamp(milliseconds: from)
            #expect(
              schedule.standing(at: instant, zone: rules) == clock.standing(Int(from / 1000)),
              comment)
            guard index < 2 else { continue }
            let span: Int64 = 10 * 1440
            let found = clock.next(from: from, minutes: Int(span))
            let next = schedule.nextInstant(from: instant, zone: rules)?.milliseconds
            answered += found == nil ? 0 : 1
            // The walk sees ten days; what lies further is not there for it.
            let inSight = next.flatMap { $0 < (from / 60_000 + span) * 60_000 ? $0 : nil }
            #expect(inSight == found, comment)
          }
        }
      }
      #expect(answered > 1000, "seed \(seed)")
    }
  }
}

extension LibraryZone {
  /// Seconds within a day after which the offset has changed, in the years.
  fileprivate func changes(_ years: ClosedRange<Int>) -> [Int] {
    let days = ((years.lowerBound - 1970) * 1461 / 4)...((years.upperBound - 1969) * 1461 / 4)
    return days.map { $0 * 86_400 }.filter { offset($0) != offset($0 + 86_400) }
  }
}

extension TimeZoneRulesTests {
  /// The tz database of later machines, made here by the C library's own compiler.
  @Suite(.enabled(if: access("/usr/sbin/zic", X_OK) == 0, "needs zic"))
  struct LaterZoneTests {
    @Test func `Casablanca on 21 September 2026 is at UTC+0 where the tz database says so`() throws
    {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let source = folder.appending(path: "source")
      try "Zone Casablanca 1:00 - +01 2026 Sep 20 2:00\n\t\t\t0:00 - +00\n"
        .write(to: source, atomically: true, encoding: .utf8)
      let zic = Process()
      zic.executableURL = URL(filePath: "/usr/sbin/zic")
      zic.arguments = ["-d", folder.path, source.path]
      try zic.run()
      zic.waitUntilExit()
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "Casablanca")))
      let rules = try TimeZoneRules(parsing: bytes.span)
      let schedule = try CompiledSchedule.fixture(["mon 11:00-12:00"])
      let instant = try Timestamp(parsing: "2026-09-21T11:30:00Z".utf8.span)
      #expect(rules.offset(at: instant).seconds == 0)
      #expect(schedule.standing(at: instant, zone: rules) == .inside)
      let before = try Timestamp(parsing: "2026-09-14T11:30:00Z".utf8.span)
      #expect(rules.offset(at: before).seconds == 3600)
      #expect(schedule.standing(at: before, zone: rules) == .outsideHours)
    }
  }
}
