/// What a calendar and a clock on the wall show together, in no particular zone.
package struct CivilTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let date: CivilDate
  /// From 0 up to, not including, 86,400,000.
  package let millisecondOfDay: Int

  /// Nil unless the clock can show it: at least 0, less than 86,400,000.
  package init?(date: CivilDate, millisecondOfDay: Int) {
    guard 0..<86_400_000 ~= millisecondOfDay else { return nil }
    self.date = date
    self.millisecondOfDay = millisecondOfDay
  }

  /// The wall time at the instant in UTC, or, when it was moved by a zone's offset, there.
  package init(utc instant: Timestamp) {
    let (days, rest) = instant.milliseconds.floorDivided(by: 86_400_000)
    date = CivilDate(daysSinceEpoch: Int(days))
    millisecondOfDay = Int(rest)
  }

  /// The instant at which a clock in UTC shows this.
  package var utc: Timestamp {
    let days = Int64(date.daysSinceEpoch)
    let rest = Int64(millisecondOfDay)
    // The first day of all begins before the earliest instant, so it is counted from its end.
    let milliseconds =
      days < 0 ? (days + 1) * 86_400_000 + (rest - 86_400_000) : days * 86_400_000 + rest
    return Timestamp(milliseconds: milliseconds)
  }

  /// 0 to 1439.
  package var minuteOfDay: Int { millisecondOfDay / 60_000 }

  /// `YYYY-MM-DDThh:mm:ss`; milliseconds are cut off.
  package var description: String {
    var output: [UInt8] = []
    append(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends ``description``.
  func append(to output: inout [UInt8]) {
    date.append(to: &output)
    output.append(UInt8(ascii: "T"))
    output.appendClock(seconds: millisecondOfDay / 1000)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.date, left.millisecondOfDay) < (right.date, right.millisecondOfDay)
  }
}
