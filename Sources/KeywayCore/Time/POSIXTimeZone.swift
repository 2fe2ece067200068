/// Rules without an end: the `TZ` string of POSIX with the extensions of RFC 9636, section 3.3.1.
struct POSIXTimeZone: Hashable, Sendable {
  /// When daylight saving time begins and ends in each year, and its offset.
  struct Daylight: Hashable, Sendable {
    let offset: TimeZoneOffset
    /// By standard time.
    let start: YearlyRule
    /// By daylight saving time.
    let end: YearlyRule
  }

  let standard: TimeZoneOffset
  let daylight: Daylight?

  /// The offset at a second since 1970: that of the latest change at or before it.
  ///
  /// A rule's hour may lie a week outside its day, so changes of the years around count too. Where
  /// an end and the next start coincide it is daylight saving time all year.
  func offset(at second: Int64) -> TimeZoneOffset {
    guard let daylight else { return standard }
    let day = second.floorDivided(by: 86_400).quotient
    let year = CivilDate(daysSinceEpoch: Int(day)).year
    var latest = Int64.min
    var result = standard
    for year in year - 1...year + 1 {
      let start = daylight.start.second(in: year) - Int64(standard.seconds)
      let end = daylight.end.second(in: year) - Int64(daylight.offset.seconds)
      if end <= second, end > latest { (latest, result) = (end, standard) }
      if start <= second, start >= latest { (latest, result) = (start, daylight.offset) }
    }
    return result
  }
}
