import KeywayCore
import Testing

@Suite struct TimeZoneFooterTests {
  /// A footer, an instant and the offset in hours that it gives then.
  struct Vector: Sendable, CustomTestStringConvertible {
    let footer: String
    let instant: String
    let seconds: Int
    var isDaylight = false

    var testDescription: String { "\(footer) at \(instant)" }

    static let all: [Self] = months + days + hours

    private static let months: [Self] = [
      Self(footer: "JST-9", instant: "2026-03-02T00:00:00Z", seconds: 32_400),
      Self(footer: "<+03>-3", instant: "2026-03-02T00:00:00Z", seconds: 10_800),
      Self(footer: "<-0330>3:30", instant: "2026-03-02T00:00:00Z", seconds: -12_600),
      Self(footer: "ABC+1:02:03", instant: "2026-03-02T00:00:00Z", seconds: -3723),
      Self(footer: "CET-1CEST,M3.5.0,M10.5.0/3", instant: "2026-03-29T00:59:59Z", seconds: 3600),
      Self(
        footer: "CET-1CEST,M3.5.0,M10.5.0/3", instant: "2026-03-29T01:00:00Z", seconds: 7200,
        isDaylight: true),
      Self(
        footer: "CET-1CEST,M3.5.0,M10.5.0/3", instant: "2026-10-25T00:59:59Z", seconds: 7200,
        isDaylight: true),
      Self(footer: "CET-1CEST,M3.5.0,M10.5.0/3", instant: "2026-10-25T01:00:00Z", seconds: 3600),
      Self(
        footer: "IST-1GMT0,M10.5.0,M3.5.0/1", instant: "2026-01-01T00:00:00Z", seconds: 0,
        isDaylight: true),
      Self(footer: "IST-1GMT0,M10.5.0,M3.5.0/1", instant: "2026-07-01T00:00:00Z", seconds: 3600),
      Self(
        footer: "AEST-10AEDT,M10.1.0,M4.1.0/3", instant: "2025-12-31T23:59:59Z", seconds: 39_600,
        isDaylight: true),
    ]

    private static let days: [Self] = [
      // J60 is 1 March in every year, 59 is 29 February in leap years.
      Self(footer: "AAA0BBB,J60/0,J61/0", instant: "2024-02-29T23:59:59Z", seconds: 0),
      Self(
        footer: "AAA0BBB,J60/0,J61/0", instant: "2024-03-01T00:00:00Z", seconds: 3600,
        isDaylight: true),
      Self(
        footer: "AAA0BBB,J60/0,J61/0", instant: "2026-03-01T00:00:00Z", seconds: 3600,
        isDaylight: true),
      Self(
        footer: "AAA0BBB,59/0,60/0", instant: "2024-02-29T00:00:00Z", seconds: 3600,
        isDaylight: true),
      Self(footer: "AAA0BBB,59/0,60/0", instant: "2026-02-28T23:59:59Z", seconds: 0),
      Self(
        footer: "AAA0BBB,59/0,60/0", instant: "2026-03-01T00:00:00Z", seconds: 3600,
        isDaylight: true),
      // Daylight saving time all year, RFC 9636, section 3.3.1.
      Self(
        footer: "EST5EDT,0/0,J365/25", instant: "2026-01-01T05:00:00Z", seconds: -14_400,
        isDaylight: true),
      Self(
        footer: "XXX3EDT4,0/0,J365/23", instant: "2027-01-01T03:59:59Z", seconds: -14_400,
        isDaylight: true),
    ]

    private static let hours: [Self] = [
      // 50 hours after the fourth Thursday of March is Saturday, 02:00.
      Self(
        footer: "EET-2EEST,M3.4.4/50,M10.4.4/50", instant: "2026-03-27T23:59:59Z", seconds: 7200),
      Self(
        footer: "EET-2EEST,M3.4.4/50,M10.4.4/50", instant: "2026-03-28T00:00:00Z", seconds: 10_800,
        isDaylight: true),
      // One hour before the Sunday begins is Saturday, 23:00.
      Self(
        footer: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", instant: "2026-03-29T00:59:59Z", seconds: -7200),
      Self(
        footer: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", instant: "2026-03-29T01:00:00Z", seconds: -3600,
        isDaylight: true),
      // 167 hours before 1 January lie in the year before.
      Self(
        footer: "AAA0BBB,0/-167,J180", instant: "2025-12-25T01:00:00Z", seconds: 3600,
        isDaylight: true),
      Self(footer: "AAA0BBB,0/-167,J180", instant: "2025-12-25T00:59:59Z", seconds: 0),
    ]
  }

  @Test(arguments: Vector.all)
  func `the footer says what holds after the last transition`(_ vector: Vector) throws {
    let bytes = ZoneFile.footer(vector.footer)
    let rules = try TimeZoneRules(parsing: bytes.span)
    let instant = try Timestamp(parsing: vector.instant.utf8.span)
    let expected = TimeZoneOffset(seconds: vector.seconds, isDaylight: vector.isDaylight)
    #expect(rules.offset(at: instant) == expected)
  }

  @Test(arguments: [
    "JST", "J-9", "JST-25", "JST-9:60", "JST-9 ", "<+03-3", "<+>-3", "CET-1CEST",
    "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,J366,J1", "CET-1CEST,366,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0/-168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,",
    "JST-99999999999999999999",
  ])
  func `another footer is refused`(_ footer: String) {
    #expect(throws: TimeZoneRulesError.footer) {
      try TimeZoneRules(parsing: ZoneFile.footer(footer).span)
    }
  }

  @Test func `without a footer the only type holds`() throws {
    let version1 = ZoneFile.block(version: 0)
    #expect(try TimeZoneRules(parsing: version1.span) == .utc)
    #expect(try TimeZoneRules(parsing: ZoneFile.footer("").span) == .utc)
  }

  @Test(arguments: [
    // magic, version, isutcnt, leapcnt, typecnt, charcnt, isdst, index of the abbreviation
    (0, UInt8(0), TimeZoneRulesError.notTZif), (4, 0x31, .version), (4, 0x3A, .version),
    (23, 2, .counts), (39, 0, .counts), (43, 0, .counts), (38, 2, .counts), (36, 0xFF, .counts),
    (35, 1, .truncated), (32, 0xFF, .truncated), (44, 0x7F, .localTime), (48, 2, .localTime),
    (49, 4, .localTime),
  ])
  func `a header or type that contradicts itself is refused`(
    _ index: Int, _ byte: UInt8, _ expected: TimeZoneRulesError
  ) {
    var bytes = ZoneFile.block(version: 0)
    bytes[index] = byte
    #expect(throws: expected) { try TimeZoneRules(parsing: bytes.span) }
  }

  @Test func `a file that counts leap seconds is refused`() {
    var bytes = ZoneFile.block(version: 0)
    bytes[31] = 1
    bytes += [UInt8](repeating: 0, count: 8)
    #expect(throws: TimeZoneRulesError.leapSeconds) { try TimeZoneRules(parsing: bytes.span) }
  }

  @Test func `no footer traps`() {
    let seed: UInt64 = 44
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("AB<>+-0123456789:,./MJ".utf8)
    let template = Array("CET-1CEST,M3.5.0/2,M10.5.0/3".utf8)
    for _ in 0..<20_000 {
      var footer = template
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        footer[Int.random(in: 0..<footer.count, using: &generator)] =
          alphabet.randomElement(using: &generator) ?? 0
      }
      let bytes = ZoneFile.footer(String(decoding: footer, as: UTF8.self))
      guard let rules = try? TimeZoneRules(parsing: bytes.span) else { continue }
      for milliseconds in [.min, 0, 1_772_405_940_000, Int64.max] {
        _ = rules.instants(of: rules.civil(at: Timestamp(milliseconds: milliseconds)))
      }
    }
  }
}
