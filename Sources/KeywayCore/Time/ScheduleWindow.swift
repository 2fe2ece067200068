/// Hours on some days of the week, half-open, by the wall clock of the door's zone.
package struct ScheduleWindow: Hashable, Sendable {
  /// The days on which the window starts; at least one.
  package let days: WeekdaySet
  /// Before `24:00`.
  package let from: TimeOfDay
  /// Not included; when before `from` it is on the next day.
  package let until: TimeOfDay

  /// Throws `noDays`, `fromIsUntil` or `fromIsEndOfDay`.
  package init(
    days: WeekdaySet, from: TimeOfDay, until: TimeOfDay
  ) throws(ScheduleError) {
    guard !days.isEmpty else {
      throw ScheduleError(.noDays, "a window needs at least one day", at: ".days")
    }
    guard from != .endOfDay else {
      throw ScheduleError(.fromIsEndOfDay, "24:00 is only the end of a window", at: ".from")
    }
    guard from != until else {
      throw ScheduleError(
        .fromIsUntil, "a window does not end when it starts; the whole day is 00:00 to 24:00",
        at: ".until")
    }
    self.days = days
    self.from = from
    self.until = until
  }

  /// Reads a window from the texts of a site file; each day may stand once.
  package init(days: [String], from: String, until: String) throws(ScheduleError) {
    try self.init(
      days: Self.weekdays(days), from: Self.time(from, isEnd: false, at: ".from"),
      until: Self.time(until, isEnd: true, at: ".until"))
  }

  /// Whether the window ends on the day after the one on which it starts, to which it belongs.
  ///
  /// One that ends at `00:00` does, though it has no minute there.
  package var runsPastMidnight: Bool { until < from }

  private static func weekdays(_ names: [String]) throws(ScheduleError) -> WeekdaySet {
    var days = WeekdaySet()
    for index in names.indices {
      let name = names[index]
      guard let day = Weekday(rawValue: name) else {
        throw ScheduleError(
          .unknownDay, "a day is mon, tue, wed, thu, fri, sat or sun", at: ".days[\(index)]")
      }
      guard days.insert(day) else {
        throw ScheduleError(.repeatedDay, "\(name) stands twice", at: ".days[\(index)]")
      }
    }
    return days
  }

  private static func time(
    _ text: String, isEnd: Bool, at path: String
  ) throws(ScheduleError) -> TimeOfDay {
    do throws(TimeTextError) {
      return try TimeOfDay(parsing: text.utf8.span, isEnd: isEnd)
    } catch .hour24 {
      throw ScheduleError(.fromIsEndOfDay, "24:00 is only the end of a window", at: path)
    } catch {
      throw ScheduleError(.badTime, error.message, at: path)
    }
  }
}
