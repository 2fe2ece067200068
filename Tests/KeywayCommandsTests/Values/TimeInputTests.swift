import Foundation
import KeywayCore
import KeywayService
import Testing

@testable import KeywayCommands

@Suite struct TimeInputTests {
  private static let berlin = zone("Europe/Berlin")

  private static func zone(_ name: String) -> TimeZoneRules? {
    ZoneFiles(Variables { _ in nil }).zones(version: "").rules(of: name)
  }

  @Test(arguments: [
    ("2026-03-02T08:00", "2026-03-02T07:00:00.000Z"),
    ("2026-03-02 08:00", "2026-03-02T07:00:00.000Z"),
    ("2026-07-02 08:00:30.5", "2026-07-02T06:00:30.500Z"),
    ("2026-03-02", "2026-03-01T23:00:00.000Z"),
    ("2026-03-02T08:00:00Z", "2026-03-02T08:00:00.000Z"),
    ("2026-03-02 08:00:00-05:00", "2026-03-02T13:00:00.000Z"),
  ])
  func `wall time is that of the zone, an offset says its own`(
    _ text: String, _ instant: String
  ) throws {
    #expect(try TimeText(parsing: text).instant(in: Self.berlin).rfc3339 == instant)
  }

  @Test func `wall time that does not exist or happens twice is refused`() throws {
    let skipped = try #require(throws: ServiceError.self) {
      try TimeText(parsing: "2026-03-29 02:30").instant(in: Self.berlin)
    }
    #expect(skipped.message.contains("go forward"))
    let twice = try #require(throws: ServiceError.self) {
      try TimeText(parsing: "2026-10-25 02:30").instant(in: Self.berlin)
    }
    #expect(
      twice.message.hasSuffix("write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00"))
  }

  @Test func `a day begins with its first instant, also where midnight is skipped`() throws {
    // Beirut skips 2026-03-29 00:00 to 01:00.
    let start = try TimeText(parsing: "2026-03-29").instant(in: Self.zone("Asia/Beirut"))
    #expect(start.rfc3339 == "2026-03-28T22:00:00.000Z")
  }

  @Test func `wall time needs a zone, an instant does not`() throws {
    #expect(try TimeText(parsing: "2026-03-02T08:00:00Z").instant(in: nil).milliseconds > 0)
    #expect(throws: ServiceError.self) { try TimeText(parsing: "2026-03-02").instant(in: nil) }
  }

  @Test(arguments: [
    "", "2026", "2026-3-2", "2026-02-30", "2026-03-02T8:00", "2026-03-02t08:00",
    "2026-03-02T24:00", "2026-03-02T08:00Z", "2026-03-02T08:00:00z", "2026-03-02  08:00",
    "1969-12-31", "2026-03-02T08:00:60", "2026-03-02T08:00:00.1234", "٢٠٢٦-٠٣-٠٢",
  ])
  func `everything else is no time`(_ text: String) {
    #expect(throws: TimeTextError.self) { try TimeText(parsing: text) }
  }
}
