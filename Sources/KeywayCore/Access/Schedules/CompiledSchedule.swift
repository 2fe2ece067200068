/// A key's schedule at its door, laid out so that asking it allocates nothing.
///
/// Membership is a matter of the wall clock: an instant is inside when its local wall time is. So
/// hours that clocks skip are in no window, and those that come twice are twice in theirs.
package struct CompiledSchedule: Hashable, Sendable {
  /// How an instant lies to the windows.
  package enum Standing: Hashable, Sendable {
    case inside
    /// No window touches the local date: none starts on it, none runs into it from the day before.
    case wrongDay
    /// Some window touches the local date, but the wall time is in none.
    case outsideHours
  }

  /// There are no windows, so nothing is outside.
  package let isUnrestricted: Bool
  /// What windows cover of the days on which they start.
  let startHours: WeekHours
  /// For each weekday on which windows start, Monday first, the millisecond of the next day up to
  /// which they run, exclusive; 0 when they end by midnight.
  let runsInto: SIMD8<Int32>
  /// Days since 1970, ascending, on which the windows that start on them are void.
  let voidDays: VoidDays

  /// For the schedule of a key and the ``Door/exceptions`` of its door, in any order.
  package init(_ schedule: Schedule, exceptions: [CivilDate]) {
    isUnrestricted = schedule.isUnrestricted
    startHours = WeekHours(schedule.windows)
    var runsInto = SIMD8<Int32>()
    for window in schedule.windows where window.runsPastMidnight {
      let until = Int32(window.until.minutes) * 60_000
      for day in window.days.days {
        runsInto[day.index] = max(runsInto[day.index], until)
      }
    }
    self.runsInto = runsInto
    voidDays = isUnrestricted ? VoidDays([]) : VoidDays(exceptions)
  }

  /// How the instant lies to the windows in a zone; does not allocate.
  package func standing(at instant: Timestamp, zone: borrowing TimeZoneRules) -> Standing {
    isUnrestricted ? .inside : standing(at: Moment(instant, zone), voidDays)
  }

  /// Whether the instant would be inside, were it not for an exception of the door.
  package func isVoid(at instant: Timestamp, zone: TimeZoneRules) -> Bool {
    if isUnrestricted { return false }
    let moment = Moment(instant, zone)
    return standing(at: moment, voidDays) != .inside && standing(at: moment, .none) == .inside
  }

  /// An instant on the wall clock of a zone.
  private struct Moment {
    let day: LocalDay
    /// In milliseconds of the day.
    let time: Int64

    init(_ instant: Timestamp, _ zone: borrowing TimeZoneRules) {
      let local = instant.moved(bySeconds: zone.offset(at: instant).seconds)
      let (day, time) = local.milliseconds.floorDivided(by: LocalDay.length)
      self.day = LocalDay(day)
      self.time = time
    }
  }

  private func standing(at moment: Moment, _ voidDays: VoidDays) -> Standing {
    let today = moment.day
    let startsToday = startHours.touches(today.weekday) && !voidDays.contains(today.number)
    if startsToday, startHours.contains(today.weekday, moment.time) { return .inside }
    let end = Int64(runsInto[today.weekdayBefore])
    let runsIn = end > 0 && !voidDays.contains(today.number - 1)
    if runsIn, moment.time < end { return .inside }
    return startsToday || runsIn ? .outsideHours : .wrongDay
  }
}
