/// What windows cover of the weekdays on which they start, without what runs past midnight.
struct WeekHours: Hashable, Sendable {
  /// In milliseconds of the week, half-open.
  private struct Span: Hashable, Sendable {
    let from: Int64
    var until: Int64
  }

  /// Apart from each other and ascending; one crosses midnight only into a day of windows.
  private let spans: [Span]
  /// One bit a weekday, the lowest for Monday.
  private let weekdays: UInt8

  init(_ windows: [ScheduleWindow]) {
    var spans: [Span] = []
    var weekdays: UInt8 = 0
    for window in windows {
      let until = window.runsPastMidnight ? TimeOfDay.endOfDay : window.until
      for day in window.days.days {
        weekdays |= 1 << UInt8(day.index)
        spans.append(
          Span(
            from: Self.millisecond(day.index, Int64(window.from.minutes) * 60_000),
            until: Self.millisecond(day.index, Int64(until.minutes) * 60_000)))
      }
    }
    self.spans = Self.merged(spans)
    self.weekdays = weekdays
  }

  /// Whether a window starts on the weekday.
  func touches(_ weekday: Int) -> Bool {
    weekdays & 1 << UInt8(weekday) != 0
  }

  /// How many days later than a weekday the next one is on which a window starts.
  func daysUntilTouched(after weekday: Int) -> Int64 {
    let weeks = UInt16(weekdays) | UInt16(weekdays) << 7
    return Int64((weeks >> UInt16(weekday + 1)).trailingZeroBitCount + 1)
  }

  /// Whether the millisecond of the weekday is covered.
  func contains(_ weekday: Int, _ time: Int64) -> Bool {
    first(weekday, from: time) == time
  }

  /// The first covered millisecond of the weekday at or after `time`, or nil when none is left.
  func first(_ weekday: Int, from time: Int64) -> Int64? {
    let now = Self.millisecond(weekday, time)
    let spans = spans.span
    var low = 0
    var high = spans.count
    // The first span that ends after `now`.
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].until <= now { low = middle + 1 } else { high = middle }
    }
    guard low < spans.count, spans[low].from < Self.millisecond(weekday + 1, 0) else { return nil }
    return max(spans[low].from, now) - Self.millisecond(weekday, 0)
  }

  private static func millisecond(_ weekday: Int, _ time: Int64) -> Int64 {
    Int64(weekday) * LocalDay.length + time
  }

  /// Joins what overlaps or meets.
  private static func merged(_ spans: [Span]) -> [Span] {
    var result: [Span] = []
    for span in spans.sorted(by: { $0.from < $1.from }) {
      if let last = result.last, span.from <= last.until {
        result[result.count - 1].until = max(last.until, span.until)
      } else {
        result.append(span)
      }
    }
    return result
  }
}
