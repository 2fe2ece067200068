import Foundation
import KeywayCore
import Testing

@Suite struct TimestampTests {
  @Test(arguments: InstantVector.all)
  func `an instant is read strictly and each refusal has its reason`(_ vector: InstantVector) {
    let result = Result { () throws(TimeTextError) in
      try Timestamp(parsing: vector.text.utf8.span).milliseconds
    }
    #expect(result == vector.expected)
  }

  @Test func `every refusal has its own words`() {
    #expect(Set(TimeTextError.allCases.map(\.message)).count == TimeTextError.allCases.count)
  }

  @Test func `instants are printed in UTC with three decimals`() {
    #expect(Timestamp(milliseconds: 0).rfc3339 == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: 1_772_405_940_007).rfc3339 == "2026-03-01T22:59:00.007Z")
    #expect(Timestamp(milliseconds: 253_402_300_800_000).rfc3339 == "10000-01-01T00:00:00.000Z")
  }

  @Test func `no instant traps`() {
    for milliseconds in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
      let instant = Timestamp(milliseconds: milliseconds)
      #expect(!instant.rfc3339.isEmpty)
      #expect(CivilTime(utc: instant).utc == instant)
      #expect(!instant.rfc3339(offsetSeconds: 50_000).isEmpty)
      #expect(!instant.rfc3339(offsetSeconds: -50_000).isEmpty)
    }
  }

  @Test func `local time has seconds and an offset in whole minutes`() {
    let instant = Timestamp(milliseconds: 1_772_405_940_007)
    #expect(instant.rfc3339(offsetSeconds: 32_400) == "2026-03-02T07:59:00+09:00")
    #expect(instant.rfc3339(offsetSeconds: -12_600) == "2026-03-01T19:29:00-03:30")
    #expect(instant.rfc3339(offsetSeconds: 0) == "2026-03-01T22:59:00+00:00")
    #expect(instant.rfc3339(offsetSeconds: -2670) == "2026-03-01T22:15:00-00:44")
  }

  @Test func `what is printed reads back, and agrees with another printer`() throws {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    for _ in 0..<20_000 {
      let milliseconds = Int64.random(in: 0...253_402_300_799_999, using: &generator)
      let instant = Timestamp(milliseconds: milliseconds)
      #expect(try Timestamp(parsing: instant.rfc3339.utf8.span) == instant, "seed \(seed)")
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
      #expect(
        instant.rfc3339.prefix(19) == date.formatted(style).prefix(19),
        "seed \(seed): \(milliseconds)")
    }
  }

  @Test func `no bytes trap`() {
    var generator = SeededGenerator(seed: 32)
    let template = Array("2026-03-02T07:59:00.123+09:00".utf8)
    for _ in 0..<50_000 {
      var bytes = template
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0x2B...0x5B, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      guard let instant = try? Timestamp(parsing: bytes.span) else { continue }
      #expect(0...253_402_300_799_999 ~= instant.milliseconds)
    }
  }
}
