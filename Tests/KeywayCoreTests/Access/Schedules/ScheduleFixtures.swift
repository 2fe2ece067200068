import KeywayCore

extension CompiledSchedule {
  /// From texts like `mon,tue 08:00-18:00` and dates; `daily` stands for all days.
  static func fixture(_ windows: [String], void: [String] = []) throws -> Self {
    let exceptions = try void.map { try CivilDate(parsing: $0.utf8.span) }
    return try Self(.fixture(windows), exceptions: exceptions)
  }
}

extension Schedule {
  static func fixture(_ windows: [String]) throws -> Self {
    Self(
      windows: try windows.map { window in
        let words = window.split(separator: " ").map(String.init)
        let hours = words[1].split(separator: "-").map(String.init)
        let days =
          words[0] == "daily"
          ? Weekday.allCases.map(\.rawValue) : words[0].split(separator: ",").map(String.init)
        return try ScheduleWindow(days: days, from: hours[0], until: hours[1])
      })
  }
}

extension TimeZoneRules {
  static func fixture(_ name: String) throws -> Self {
    let bytes = try ZoneFile.bytes(name)
    return try Self(parsing: bytes.span)
  }
}
