import KeywayCore
import KeywayService

/// A point in time as people write it: with an offset, or as clocks at a door show it.
enum TimeText: Hashable, Sendable {
  case instant(Timestamp)
  /// `2026-03-02T08:00` or `2026-03-02 08:00`.
  case wall(CivilTime)
  /// `2026-03-02`: the first instant of that day.
  case day(CivilDate)

  init(parsing text: String) throws(TimeTextError) {
    var bytes = Array(text.utf8)
    if bytes.count == 10 {
      self = .day(try CivilDate(parsing: bytes.span))
      return
    }
    if bytes.count > 10, bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    let hasOffset =
      bytes.last == UInt8(ascii: "Z")
      || bytes.dropFirst(11).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    self =
      hasOffset
      ? .instant(try Timestamp(parsing: bytes.span)) : .wall(try CivilTime(parsing: bytes.span))
  }

  /// The instant, given the rules of the zone whose wall time is meant, or nil when there is none.
  ///
  /// - Throws: ``ServiceError`` `invalid` for a wall time without a zone, one that clocks skip, or
  ///   one that they show twice.
  func instant(in zone: TimeZoneRules?) throws(ServiceError) -> Timestamp {
    switch self {
    case .instant(let instant): return instant
    case .wall(let time): return try Self.instant(of: time, in: Self.known(zone, time.description))
    case .day(let date): return try Self.start(of: date, in: Self.known(zone, date.description))
    }
  }

  private static func known(
    _ zone: TimeZoneRules?, _ text: String
  ) throws(ServiceError) -> TimeZoneRules {
    guard let zone else {
      throw ServiceError(
        .invalid, "'\(text)' needs a door whose wall time it is, or an offset such as +09:00 or Z")
    }
    return zone
  }

  private static func instant(
    of time: CivilTime, in zone: TimeZoneRules
  ) throws(ServiceError) -> Timestamp {
    let instants = zone.instants(of: time)
    guard let first = instants.first else {
      throw ServiceError(.invalid, "clocks at the door never show \(time): they go forward over it")
    }
    guard instants.count == 1 else {
      let choices = instants.map { $0.rfc3339(offsetSeconds: zone.offset(at: $0).seconds) }
      throw ServiceError(
        .invalid, "clocks at the door show \(time) twice: write \(WordList.join(choices, "or"))")
    }
    return first
  }

  /// The earliest instant of the day; clocks may go forward over midnight.
  private static func start(
    of date: CivilDate, in zone: TimeZoneRules
  ) throws(ServiceError) -> Timestamp {
    for minute in 0..<1_440 {
      guard let time = CivilTime(date: date, millisecondOfDay: minute * 60_000) else { break }
      if let instant = zone.instants(of: time).first { return instant }
    }
    throw ServiceError(.invalid, "clocks at the door never show \(date)")
  }
}

extension ValueSyntax where Value == TimeText {
  /// RFC 3339, or wall time at a door: `2026-03-02T08:00`, `2026-03-02 08:00`, `2026-03-02`.
  static var time: Self {
    Self("TIME") { (text) throws(ValueError) in
      do throws(TimeTextError) {
        return try TimeText(parsing: text)
      } catch {
        throw ValueError("is no time: \(error.message)")
      }
    }
  }
}
