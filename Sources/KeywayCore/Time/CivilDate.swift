/// A day of the proleptic Gregorian calendar, in no particular zone.
package struct CivilDate: Hashable, Sendable, Comparable {
  /// Astronomical: the year before 1 is 0. Dates that are read lie in 1970 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to the length of the month.
  package let day: Int

  /// Nil unless the day exists and its year lies in 0 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that lies `daysSinceEpoch` days after 1970-01-01.
  ///
  /// Counts years from March, so that the leap day is the last of its year, in eras of 400 years.
  package init(daysSinceEpoch: Int) {
    let shifted = daysSinceEpoch + 719_468
    let (era, dayOfEra) = shifted.floorDivided(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days the day lies after 1970-01-01; negative before it.
  package var daysSinceEpoch: Int { Self.daysSinceEpoch(year: year, month: month, day: day) }

  package var weekday: Weekday { Weekday(daysSinceEpoch: daysSinceEpoch) }

  /// The day `days` later, or earlier when negative.
  package func adding(days: Int) -> Self {
    Self(daysSinceEpoch: daysSinceEpoch + days)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// For a month that exists.
  static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
