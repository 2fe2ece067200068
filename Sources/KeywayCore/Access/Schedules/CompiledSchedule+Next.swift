extension CompiledSchedule {
  /// 10000-01-01T00:00:00Z, from which on no instant can be written.
  private static let horizon = Timestamp(milliseconds: 253_402_300_800_000)

  /// The first instant at or after `from` that lies in the validity and inside a window, or nil
  /// when there is none before the year 10000; does not allocate.
  ///
  /// Without the rules of the zone only a schedule without windows has an answer. It goes from one
  /// clock change to the next: between two, wall time runs evenly.
  package func nextInstant(
    from: Timestamp, validity: ValidityPeriod = .unbounded, zone: TimeZoneRules?
  ) -> Timestamp? {
    var now = max(from, validity.from ?? from)
    if let until = validity.until, now >= until { return nil }
    if isUnrestricted { return now }
    guard let zone else { return nil }
    let end = min(validity.until ?? Self.horizon, Self.horizon)
    while now < end {
      let period = zone.period(at: now)
      let until = min(period.until ?? end, end)
      let seconds = period.offset.seconds
      if let local = nextLocal(
        from: now.moved(bySeconds: seconds).milliseconds,
        before: until.moved(bySeconds: seconds).milliseconds)
      {
        return max(now, Timestamp(milliseconds: local).moved(bySeconds: -seconds))
      }
      now = until
    }
    return nil
  }

  /// The first wall time at or after `from` and before `end` that is inside a window, all in
  /// milliseconds since 1970 on an even wall clock.
  ///
  /// What runs into a day counts only for the first: later ones are reached by their windows' start.
  private func nextLocal(from: Int64, before end: Int64) -> Int64? {
    let (first, rest) = from.floorDivided(by: LocalDay.length)
    var day = LocalDay(first)
    var time = rest
    if time < Int64(runsInto[day.weekdayBefore]), !voidDays.contains(first - 1) { return from }
    var index = voidDays.index(from: first)
    repeat {
      if startHours.touches(day.weekday), !voidDays.contains(day.number, movingUp: &index),
        let start = startHours.first(day.weekday, from: time)
      {
        let (instant, isOver) = day.start.addingReportingOverflow(start)
        return isOver || instant >= end ? nil : instant
      }
      day = LocalDay(day.number + startHours.daysUntilTouched(after: day.weekday))
      time = 0
    } while day.start < end
    return nil
  }
}
