/// Days of the week, each at most once.
package struct WeekdaySet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// One bit a day, the lowest for Monday.
  private var bits: UInt8 = 0

  package init() {}

  package init(arrayLiteral elements: Weekday...) {
    for day in elements { insert(day) }
  }

  package static let all: Self = [.mon, .tue, .wed, .thu, .fri, .sat, .sun]

  package var isEmpty: Bool { bits == 0 }

  /// Monday first.
  package var days: [Weekday] { Weekday.allCases.filter(contains) }

  package func contains(_ day: Weekday) -> Bool {
    bits & 1 << UInt8(day.index) != 0
  }

  /// False when the day was there already.
  @discardableResult
  package mutating func insert(_ day: Weekday) -> Bool {
    guard !contains(day) else { return false }
    bits |= 1 << UInt8(day.index)
    return true
  }
}
