import KeywayCore

extension SiteFileValue {
  /// So that an entry of the log that names them all stays within its 65,535 bytes.
  static let mostWindows = 100
  static let mostExceptions = 3660

  static func schedule(_ value: JSONValue) throws(SiteFileValueError) -> Schedule {
    guard case .array(let elements) = value else {
      throw SiteFileValueError.wrongType("a list of windows", value)
    }
    guard elements.count <= mostWindows else {
      throw SiteFileValueError("has more than \(mostWindows) windows")
    }
    var problems: [RegistryProblem] = []
    var windows: [ScheduleWindow] = []
    for (index, element) in elements.enumerated() {
      do throws(ScheduleError) {
        windows.append(try ScheduleWindow(json: element))
      } catch {
        problems.append(RegistryProblem(path: "[\(index)]" + error.path, message: error.message))
      }
    }
    guard problems.isEmpty else { throw SiteFileValueError(problems: problems) }
    return Schedule(windows: windows)
  }

  /// Local dates; they come back ascending, and none may stand twice.
  static func dates(_ value: JSONValue) throws(SiteFileValueError) -> [CivilDate] {
    guard case .array(let elements) = value else {
      throw SiteFileValueError.wrongType("a list of dates", value)
    }
    guard elements.count <= mostExceptions else {
      throw SiteFileValueError("has more than \(mostExceptions) dates")
    }
    var problems: [RegistryProblem] = []
    var dates: Set<CivilDate> = []
    for (index, element) in elements.enumerated() {
      do throws(SiteFileValueError) {
        guard dates.insert(try date(element)).inserted else {
          throw SiteFileValueError("stands twice")
        }
      } catch {
        problems += error.problems.map {
          RegistryProblem(path: "[\(index)]" + $0.path, message: $0.message)
        }
      }
    }
    guard problems.isEmpty else { throw SiteFileValueError(problems: problems) }
    return dates.sorted()
  }

  /// The name of a zone that this machine knows.
  static func timeZone(
    _ value: JSONValue, _ zones: TimeZones
  ) throws(SiteFileValueError) -> String {
    guard case .string(let name) = value else {
      throw SiteFileValueError.wrongType("the name of a time zone", value)
    }
    guard TimeZoneName.isValid(name.utf8.span) else {
      throw SiteFileValueError("is not the name of a time zone, such as Asia/Tokyo")
    }
    guard zones.rules(of: name) != nil else {
      throw SiteFileValueError("this machine knows no time zone '\(name)'")
    }
    return name
  }

  private static func date(_ value: JSONValue) throws(SiteFileValueError) -> CivilDate {
    guard case .string(let text) = value else {
      throw SiteFileValueError.wrongType("a date", value)
    }
    do throws(TimeTextError) {
      return try CivilDate(parsing: text.utf8.span)
    } catch {
      throw SiteFileValueError(error.message)
    }
  }
}
