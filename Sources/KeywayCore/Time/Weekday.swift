/// A day of the week; raw values are those of site files, Monday first as in ISO 8601.
package enum Weekday: String, Hashable, Sendable, CaseIterable {
  case mon, tue, wed, thu, fri, sat, sun

  /// 0 for Monday to 6 for Sunday.
  package var index: Int {
    switch self {
    case .mon: 0
    case .tue: 1
    case .wed: 2
    case .thu: 3
    case .fri: 4
    case .sat: 5
    case .sun: 6
    }
  }

  /// The weekday of the day that lies that many days after 1970-01-01, a Thursday.
  package init(daysSinceEpoch days: Int) {
    let index = ((days % 7) + 10) % 7
    self = Self.allCases[index]
  }
}
