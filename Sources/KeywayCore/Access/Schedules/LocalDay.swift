/// A day on the wall calendar, counted from 1970-01-01.
struct LocalDay {
  /// Milliseconds of wall time in a day.
  static var length: Int64 { 86_400_000 }

  let number: Int64
  /// 0 for Monday to 6 for Sunday.
  let weekday: Int

  init(_ number: Int64) {
    self.number = number
    // 1970-01-01 was a Thursday, 3 when Monday is 0.
    weekday = Int((number + 3).floorDivided(by: 7).remainder)
  }

  /// The weekday of the day before.
  var weekdayBefore: Int { weekday == 0 ? 6 : weekday - 1 }

  /// The local millisecond at which the day begins, counted from 1970; days before the first whole
  /// one begin at the earliest there is.
  var start: Int64 {
    let (start, isOver) = number.multipliedReportingOverflow(by: Self.length)
    return isOver ? .min : start
  }
}
