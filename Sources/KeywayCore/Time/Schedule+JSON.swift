extension Schedule {
  /// Reads the site file's list of `{days, from, until}`; unknown fields are errors.
  package init(json: JSONValue) throws(ScheduleError) {
    guard case .array(let values) = json else {
      throw ScheduleError(.notAList, "expected a list of windows, not \(json.kind)")
    }
    var windows: [ScheduleWindow] = []
    for index in values.indices {
      do throws(ScheduleError) {
        windows.append(try ScheduleWindow(json: values[index]))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    self.init(windows: windows)
  }

  /// As the site file has it.
  package var json: JSONValue { .array(windows.map(\.json)) }
}

extension ScheduleWindow {
  /// Reads one window of a site file; unknown fields are errors.
  package init(json: JSONValue) throws(ScheduleError) {
    guard case .object(let object) = json else {
      throw ScheduleError(.notAnObject, "expected a window, not \(json.kind)")
    }
    for (key, _) in object.members where !["days", "from", "until"].contains(key) {
      throw ScheduleError(.unknownField, "a window has days, from and until", at: ".\(key)")
    }
    guard case .array(let values) = try Self.field("days", object) else {
      throw ScheduleError(.wrongType, "expected a list of days", at: ".days")
    }
    var days: [String] = []
    for index in values.indices {
      guard case .string(let day) = values[index] else {
        throw ScheduleError(.wrongType, "expected a day's name", at: ".days[\(index)]")
      }
      days.append(day)
    }
    try self.init(
      days: days, from: Self.text("from", object), until: Self.text("until", object))
  }

  /// As the site file has it, days from Monday to Sunday.
  package var json: JSONValue {
    .object([
      "days": .array(days.days.map { .string($0.rawValue) }),
      "from": .string(from.description), "until": .string(until.description),
    ])
  }

  private static func field(
    _ name: String, _ object: JSONObject
  ) throws(ScheduleError) -> JSONValue {
    guard let value = object[name] else {
      throw ScheduleError(.missingField, "a window has days, from and until", at: ".\(name)")
    }
    return value
  }

  private static func text(
    _ name: String, _ object: JSONObject
  ) throws(ScheduleError) -> String {
    guard case .string(let text) = try field(name, object) else {
      throw ScheduleError(.wrongType, "expected a time as HH:MM in quotes", at: ".\(name)")
    }
    return text
  }
}
