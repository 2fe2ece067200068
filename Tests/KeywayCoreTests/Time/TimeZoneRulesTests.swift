import Glibc
import KeywayCore
import Testing

@Suite(.serialized, .enabled(if: ZoneFile.isInstalled, "needs /usr/share/zoneinfo"))
struct TimeZoneRulesTests {
  private func rules(_ name: String) throws -> TimeZoneRules {
    let bytes = try ZoneFile.bytes(name)
    return try TimeZoneRules(parsing: bytes.span)
  }

  private func instants(_ zone: String, _ wallTime: String) throws -> [String] {
    let civil = try CivilTime(parsing: wallTime.utf8.span)
    return try rules(zone).instants(of: civil).map(\.rfc3339)
  }

  /// The C library reads the same files with code of its own.
  @Test(arguments: ZoneFile.names)
  func `offsets are those of the C library from 1970 to 2200`(_ name: String) throws {
    let seed: UInt64 = 41
    var generator = SeededGenerator(seed: seed)
    let rules = try rules(name)
    let library = LibraryZone(name)
    defer { library.reset() }
    for _ in 0..<5_000 {
      let second = Int.random(in: 0...7_258_118_400, using: &generator)
      let instant = Timestamp(milliseconds: Int64(second) * 1000)
      let comment: Comment = "seed \(seed), \(name), \(instant.rfc3339)"
      let local = library.local(second)
      #expect(rules.offset(at: instant) == library.offset(second), comment)
      let civil = rules.civil(at: instant)
      #expect(civil.date.day == Int(local.tm_mday), comment)
      let clock = (Int(local.tm_hour) * 60 + Int(local.tm_min)) * 60 + Int(local.tm_sec)
      #expect(civil.millisecondOfDay == clock * 1000, comment)
    }
  }

  @Test(arguments: ZoneFile.names)
  func `each change falls on the C library's second until 2100`(_ name: String) throws {
    let rules = try rules(name)
    let library = LibraryZone(name)
    defer { library.reset() }
    for day in 0..<47_482 {
      var low = day * 86_400
      var high = low + 86_400
      guard library.offset(low) != library.offset(high) else { continue }
      while high - low > 1 {
        let middle = (low + high) / 2
        if library.offset(middle) == library.offset(low) { low = middle } else { high = middle }
      }
      for second in [low, high] {
        let instant = Timestamp(milliseconds: Int64(second) * 1000)
        #expect(rules.offset(at: instant) == library.offset(second), "\(name) \(instant.rfc3339)")
      }
    }
  }

  @Test(arguments: ZoneFile.names)
  func `every instant is among those that its wall time names, in order`(_ name: String) throws {
    let seed: UInt64 = 42
    var generator = SeededGenerator(seed: seed)
    let rules = try rules(name)
    for _ in 0..<5_000 {
      let instant = Timestamp(
        milliseconds: .random(in: 0...7_258_118_400_000, using: &generator))
      let found = rules.instants(of: rules.civil(at: instant))
      #expect(found.contains(instant), "seed \(seed), \(instant.rfc3339)")
      #expect(1...2 ~= found.count)
      #expect(found == found.sorted())
    }
  }

  @Test func `a skipped wall time is no instant`() throws {
    #expect(try instants("Europe/Berlin", "2026-03-29T01:59:59") == ["2026-03-29T00:59:59.000Z"])
    #expect(try instants("Europe/Berlin", "2026-03-29T02:00") == [])
    #expect(try instants("Europe/Berlin", "2026-03-29T02:59:59.999") == [])
    #expect(try instants("Europe/Berlin", "2026-03-29T03:00") == ["2026-03-29T01:00:00.000Z"])
    #expect(try instants("Europe/Berlin", "2090-03-26T02:30") == [])
    #expect(try instants("Australia/Lord_Howe", "2026-10-04T02:15") == [])
    #expect(try instants("Pacific/Apia", "2011-12-30T12:00") == [])
    #expect(try instants("Asia/Tokyo", "2026-03-29T02:30") == ["2026-03-28T17:30:00.000Z"])
  }

  @Test func `a wall time that comes twice is two instants`() throws {
    #expect(try instants("Europe/Berlin", "2026-10-25T01:59:59") == ["2026-10-24T23:59:59.000Z"])
    #expect(
      try instants("Europe/Berlin", "2026-10-25T02:00")
        == ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"])
    #expect(
      try instants("Europe/Berlin", "2026-10-25T02:59:59.999")
        == ["2026-10-25T00:59:59.999Z", "2026-10-25T01:59:59.999Z"])
    #expect(try instants("Europe/Berlin", "2026-10-25T03:00") == ["2026-10-25T02:00:00.000Z"])
    #expect(
      try instants("America/New_York", "2090-11-05T01:30")
        == ["2090-11-05T05:30:00.000Z", "2090-11-05T06:30:00.000Z"])
    #expect(
      try instants("Australia/Lord_Howe", "2026-04-05T01:45")
        == ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"])
    #expect(try instants("Europe/Dublin", "2026-10-25T01:30").count == 2)
  }

  @Test func `no truncated or altered file traps`() throws {
    let seed: UInt64 = 43
    var generator = SeededGenerator(seed: seed)
    for name in ["America/New_York", "Asia/Tokyo", "Asia/Gaza"] {
      let bytes = try ZoneFile.bytes(name)
      for end in bytes.indices {
        #expect(throws: TimeZoneRulesError.self, "\(name) cut at \(end)") {
          try TimeZoneRules(parsing: bytes.span.extracting(..<end))
        }
      }
      for _ in 0..<5_000 {
        var altered = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          altered[Int.random(in: 0..<altered.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        guard let rules = try? TimeZoneRules(parsing: altered.span) else { continue }
        for milliseconds in [.min, -1, 0, 1_772_405_940_000, 7_258_118_400_000, Int64.max] {
          let instant = Timestamp(milliseconds: milliseconds)
          _ = rules.instants(of: rules.civil(at: instant))
        }
      }
    }
  }
}
