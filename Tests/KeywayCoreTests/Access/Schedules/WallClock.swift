import Glibc
import KeywayCore

/// The rules of schedules written out for the C library's wall clock, slow and obvious.
struct WallClock {
  let library: LibraryZone
  let windows: [ScheduleWindow]
  let void: Set<CivilDate>

  /// What the windows say of one local date.
  struct Date {
    let touched: Bool
    /// In minutes, half-open.
    let hours: [Range<Int>]
  }

  func standing(_ second: Int) -> CompiledSchedule.Standing {
    let local = library.local(second)
    let date = date(local)
    if date.hours.contains(where: { $0.contains(minute(local)) }) { return .inside }
    return date.touched ? .outsideHours : .wrongDay
  }

  /// The first instant inside from a millisecond on, minute by minute, for so many minutes.
  func next(from milliseconds: Int64, minutes: Int) -> Int64? {
    var now = milliseconds
    var current: (local: tm, date: Date)?
    for _ in 0..<minutes {
      let local = library.local(Int(now / 1000))
      if current?.local.tm_mday != local.tm_mday || current?.local.tm_mon != local.tm_mon {
        current = (local, date(local))
      }
      let minute = minute(local)
      if current?.date.hours.contains(where: { $0.contains(minute) }) ?? false { return now }
      now = (now / 60_000 + 1) * 60_000
    }
    return nil
  }

  private func minute(_ local: tm) -> Int { Int(local.tm_hour) * 60 + Int(local.tm_min) }

  private func date(_ local: tm) -> Date {
    var hours: [Range<Int>] = []
    for window in windows {
      let (from, until) = (window.from.minutes, window.until.minutes)
      if starts(window, local, daysBack: 0) { hours.append(from..<(until < from ? 1440 : until)) }
      if until < from, starts(window, local, daysBack: 1) { hours.append(0..<until) }
    }
    return Date(touched: hours.contains { !$0.isEmpty }, hours: hours)
  }

  /// Whether the window starts on the date that lies so many calendar days before.
  private func starts(_ window: ScheduleWindow, _ local: tm, daysBack: Int32) -> Bool {
    var noon = tm()
    noon.tm_year = local.tm_year
    noon.tm_mon = local.tm_mon
    noon.tm_mday = local.tm_mday - daysBack
    noon.tm_hour = 12
    _ = timegm(&noon)
    let names: [Weekday] = [.sun, .mon, .tue, .wed, .thu, .fri, .sat]
    let date = CivilDate(
      year: Int(noon.tm_year) + 1900, month: Int(noon.tm_mon) + 1, day: Int(noon.tm_mday))
    return window.days.contains(names[Int(noon.tm_wday)]) && !(date.map(void.contains) ?? false)
  }
}
