import Glibc
import KeywayCore

/// A random schedule and exceptions around a random day, often one on which clocks change.
struct RandomSchedule: CustomStringConvertible {
  let schedule: Schedule
  private(set) var void: [CivilDate] = []
  /// In seconds since 1970.
  private let middle: Int

  var description: String {
    let windows = schedule.windows.map { "\($0.days.days.map(\.rawValue)) \($0.from)-\($0.until)" }
    return "\(windows), void \(void.map(\.description))"
  }

  init(
    _ changes: [Int], _ library: LibraryZone, using generator: inout some RandomNumberGenerator
  ) throws {
    let anywhere = Int.random(in: 631_152_000..<2_871_763_200, using: &generator)
    let isChange = Int.random(in: 0..<3, using: &generator) > 0
    middle = isChange ? changes.randomElement(using: &generator) ?? anywhere : anywhere
    var windows: [ScheduleWindow] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      windows.append(try Self.window(using: &generator))
    }
    schedule = Schedule(windows: windows)
    for _ in 0..<(Int.random(in: 0...2, using: &generator) * 4) {
      let local = library.local(middle + 86_400 * .random(in: -9...9, using: &generator))
      let date = CivilDate(
        year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
      if let date { void.append(date) }
    }
  }

  /// An instant within a week of the middle, often a millisecond from a quarter of an hour.
  func milliseconds(using generator: inout some RandomNumberGenerator) -> Int64 {
    let week = Int.random(in: 0...1, using: &generator) * 6 + 1
    let second = middle + .random(in: -86_400 * week...86_400 * week, using: &generator)
    let exact = Int64(second) * 1000 + .random(in: 0..<1000, using: &generator)
    guard Bool.random(using: &generator) else { return exact }
    return exact / 900_000 * 900_000 + .random(in: -1...1, using: &generator)
  }

  private static func window(
    using generator: inout some RandomNumberGenerator
  ) throws -> ScheduleWindow {
    var days = WeekdaySet()
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      days.insert(Weekday.allCases.randomElement(using: &generator) ?? .mon)
    }
    // Quarters of an hour and single minutes, often in the night, when clocks change.
    let step = [1, 15, 30].randomElement(using: &generator) ?? 1
    let most = Bool.random(using: &generator) ? 300 : 1440
    let from = Int.random(in: 0..<most / step, using: &generator) * step
    var until = Int.random(in: 0...most / step, using: &generator) * step
    if until == from { until = from + 1 }
    let times = (TimeOfDay(minutes: from) ?? .midnight, TimeOfDay(minutes: until) ?? .endOfDay)
    return try ScheduleWindow(days: days, from: times.0, until: times.1)
  }
}
