extension POSIXTimeZone {
  /// The changes of 1970 to 2100 that come after a second since 1970, each with the offset that
  /// begins there, earliest first.
  ///
  /// They spare whoever asks for the offset of an instant the calendar of three years.
  func changes(after last: Int64?) -> [(second: Int64, offset: TimeZoneOffset)] {
    guard let daylight else { return [] }
    let lastYear = last.map { CivilDate(daysSinceEpoch: Int($0 / 86_400)).year } ?? 1970
    guard lastYear <= 2100 else { return [] }
    let first = max(lastYear, 1970)
    let earliest = max(Self.newYear(first), last.map { $0 + 1 } ?? .min)
    let range = earliest..<max(earliest, Self.newYear(2101))
    var changes: [(second: Int64, offset: TimeZoneOffset)] = []
    changes.reserveCapacity(2 * (2103 - first))
    // A rule's hour may lie a week outside its day.
    for year in first - 1...2101 {
      let start = start(of: daylight, in: year)
      let end = end(of: daylight, in: year)
      if range.contains(start) { changes.append((start, daylight.offset)) }
      if range.contains(end) { changes.append((end, standard)) }
    }
    // Of an end and a start that coincide, the start comes last and holds.
    changes.sort {
      ($0.second, $0.offset.isDaylight ? 1 : 0) < ($1.second, $1.offset.isDaylight ? 1 : 0)
    }
    return changes
  }

  /// The first second after `second` at which the offset may change, or nil when it never does.
  func change(after second: Int64) -> Int64? {
    guard let daylight else { return nil }
    let day = second.floorDivided(by: 86_400).quotient
    let year = CivilDate(daysSinceEpoch: Int(day)).year
    var earliest: Int64?
    for year in year - 1...year + 1 {
      for change in [start(of: daylight, in: year), end(of: daylight, in: year)]
      where change > second {
        earliest = min(earliest ?? change, change)
      }
    }
    return earliest
  }

  private func start(of daylight: Daylight, in year: Int) -> Int64 {
    daylight.start.second(in: year) - Int64(standard.seconds)
  }

  private func end(of daylight: Daylight, in year: Int) -> Int64 {
    daylight.end.second(in: year) - Int64(daylight.offset.seconds)
  }

  private static func newYear(_ year: Int) -> Int64 {
    Int64(CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)) * 86_400
  }
}
