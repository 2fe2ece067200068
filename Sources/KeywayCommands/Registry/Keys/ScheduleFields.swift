import KeywayCore

/// The options that say when in the week a key works.
struct ScheduleFields {
  private static let days = Option.repeated(
    "days", .days, help: "Days of a window, such as mon-fri or sat,sun.")
  private static let hours = Option.repeated(
    "hours", .hours, help: "Hours of a window, such as 08:00-18:00.")
  private static let schedule = Option.clearable(
    "schedule", .windows, help: "All windows in JSON, as in a site file.")
  static let parameters = Parameters(days, hours, schedule)

  /// The site file's schedule; null to clear it, nil when nothing was said.
  let json: JSONValue?

  init(_ arguments: Arguments) throws(UsageError) {
    let days = try arguments[Self.days]
    let hours = try arguments[Self.hours]
    let schedule = try arguments[Self.schedule]
    guard schedule == .keep || days.isEmpty && hours.isEmpty else {
      throw arguments.error(
        .conflict, "--schedule says it all: --days and --hours cannot be given with it")
    }
    switch schedule {
    case .clear: json = .null
    case .set(let windows): json = windows
    case .keep where days.isEmpty && hours.isEmpty: json = nil
    case .keep:
      json = Schedule(windows: try Self.windows(days, hours, arguments)).json
    }
  }

  private static func windows(
    _ days: [WeekdaySet], _ hours: [Hours], _ arguments: Arguments
  ) throws(UsageError) -> [ScheduleWindow] {
    let count = max(days.count, hours.count)
    let days = days.count <= 1 ? Array(repeating: days.first ?? .all, count: count) : days
    let hours = hours.count <= 1 ? Array(repeating: hours.first ?? .day, count: count) : hours
    guard days.count == hours.count else {
      throw arguments.error(
        .conflict, "\(days.count) --days and \(hours.count) --hours do not go together")
    }
    var windows: [ScheduleWindow] = []
    for (days, hours) in zip(days, hours) {
      do throws(ScheduleError) {
        windows.append(try ScheduleWindow(days: days, from: hours.from, until: hours.until))
      } catch {
        throw arguments.error(
          .invalidValue, "--hours \(hours.from)-\(hours.until): \(error.message)")
      }
    }
    return windows
  }
}

/// From one time of the day to another, which may be on the next day.
struct Hours: Hashable, Sendable {
  let from: TimeOfDay
  /// Not included.
  let until: TimeOfDay

  /// The whole day.
  static let day = Self(from: .midnight, until: .endOfDay)
}

extension ValueSyntax where Value == WeekdaySet {
  /// Days and ranges of days with commas between them; a range may run over Sunday.
  static var days: Self {
    Self("DAYS") { (text) throws(ValueError) in
      var days = WeekdaySet()
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        for day in try range(part) where !days.insert(day) {
          throw ValueError("names \(day.rawValue) twice")
        }
      }
      return days
    }
  }

  private static func range(_ text: Substring) throws(ValueError) -> [Weekday] {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    var found: [Weekday] = []
    for end in ends {
      guard let day = Weekday(rawValue: String(end)) else {
        throw ValueError("is not made of mon, tue, wed, thu, fri, sat and sun, as in mon-fri,sun")
      }
      found.append(day)
    }
    guard let first = found.first, let last = found.last, found.count <= 2 else {
      throw ValueError("has a range with more than two ends")
    }
    let week = Weekday.allCases
    let length = (last.index - first.index + week.count) % week.count
    return (0...length).map { week[(first.index + $0) % week.count] }
  }
}

extension ValueSyntax where Value == Hours {
  /// `HH:MM-HH:MM`; an end before the start is on the next day.
  static var hours: Self {
    Self("FROM-UNTIL") { (text) throws(ValueError) in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count == 2 else { throw ValueError("is not from when until when, as 08:00-18:00") }
      do throws(TimeTextError) {
        return Hours(
          from: try TimeOfDay(parsing: ends[0].utf8.span),
          until: try TimeOfDay(parsing: ends[1].utf8.span, isEnd: true))
      } catch {
        throw ValueError("is not from when until when, as 08:00-18:00: \(error.message)")
      }
    }
  }
}

extension ValueSyntax where Value == JSONValue {
  /// A list in JSON.
  static var windows: Self {
    Self("JSON") { (text) throws(ValueError) in
      do throws(JSONError) {
        return try JSONValue(parsing: text.utf8.span)
      } catch {
        throw ValueError("is not JSON: \(error)")
      }
    }
  }
}
