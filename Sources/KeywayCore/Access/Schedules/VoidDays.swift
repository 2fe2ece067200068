/// Days on which no window starts, as days since 1970.
struct VoidDays: Hashable, Sendable {
  /// Ascending, each once.
  private let days: [Int64]

  static let none = Self([])

  init(_ dates: [CivilDate]) {
    let days = dates.map { Int64($0.daysSinceEpoch) }
    let isAscending = zip(days, days.dropFirst()).allSatisfy { $0 < $1 }
    self.days = isAscending ? days : Set(days).sorted()
  }

  func contains(_ day: Int64) -> Bool {
    if days.isEmpty { return false }
    let index = index(from: day)
    return index < days.count && days[index] == day
  }

  /// The place of the first void day at or after `day`.
  func index(from day: Int64) -> Int {
    let days = days.span
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether `day` is void, for days that are asked in ascending order with the same `index`, which
  /// begins as that of the first of them.
  func contains(_ day: Int64, movingUp index: inout Int) -> Bool {
    while index < days.count, days[index] < day { index += 1 }
    return index < days.count && days[index] == day
  }
}
