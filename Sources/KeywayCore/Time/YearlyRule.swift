/// A day of every year and a time on it, as POSIX `TZ` strings name them.
struct YearlyRule: Hashable, Sendable {
  private enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365, where February always has 28 days.
    case withoutLeapDay(Int)
    /// `n`: 0 to 365, where leap days count.
    case withLeapDay(Int)
    /// `Mm.w.d`: the week is 1 to 5, where 5 is the last; the weekday is 0 for Sunday to 6.
    case weekday(month: Int, week: Int, day: Int)
  }

  private let day: Day
  /// Seconds from local midnight, -167 to 167 hours.
  private let time: Int

  /// Reads a day and, after a slash, a time; 02:00 when there is none.
  init?(_ scanner: inout ByteScanner, _ bytes: Span<UInt8>) {
    guard let day = Self.day(&scanner, bytes) else { return nil }
    self.day = day
    if scanner.take("/", bytes) {
      guard let time = scanner.clock(bytes, hours: 167) else { return nil }
      self.time = time
    } else {
      time = 7200
    }
  }

  private static func day(_ scanner: inout ByteScanner, _ bytes: Span<UInt8>) -> Day? {
    if scanner.take("J", bytes) {
      guard let day = scanner.number(most: 3, bytes), 1...365 ~= day else { return nil }
      return .withoutLeapDay(day)
    }
    if scanner.take("M", bytes) {
      guard let month = scanner.number(most: 2, bytes), 1...12 ~= month, scanner.take(".", bytes),
        let week = scanner.number(most: 1, bytes), 1...5 ~= week, scanner.take(".", bytes),
        let day = scanner.number(most: 1, bytes), 0...6 ~= day
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
    guard let day = scanner.number(most: 3, bytes), 0...365 ~= day else { return nil }
    return .withLeapDay(day)
  }

  /// Local seconds since 1970-01-01T00:00 at which the rule falls in the year.
  func second(in year: Int) -> Int64 {
    Int64(dayNumber(in: year)) * 86_400 + Int64(time)
  }

  private func dayNumber(in year: Int) -> Int {
    let newYear = CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)
    switch day {
    case .withoutLeapDay(let day):
      return newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
    case .withLeapDay(let day):
      return newYear + day
    case .weekday(let month, let week, let day):
      let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, day 4 when Sunday is 0.
      let firstDay = (first + 4).floorDivided(by: 7).remainder
      let inMonth = (day - firstDay + 7) % 7 + (week - 1) * 7
      return first + (inMonth < CivilDate.days(inMonth: month, of: year) ? inMonth : inMonth - 7)
    }
  }
}
