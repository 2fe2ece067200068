/// Why a text is not the instant, date, time, duration or rate that it should be.
///
/// Raw values are the words for people.
package enum TimeTextError: String, Error, Hashable, Sendable, CaseIterable {
  case instantForm = "expected YYYY-MM-DDThh:mm:ss, at most three decimals, then Z or ±hh:mm"
  case wallTimeForm = "expected YYYY-MM-DDThh:mm, or with :ss and at most three decimals"
  case dateForm = "expected a date as YYYY-MM-DD"
  case timeOfDayForm = "expected a time of day as HH:MM"
  case smallLetter = "T and Z are written as capital letters"
  case noOffset = "Z or an offset such as +09:00 is missing"
  case decimals = "seconds have at most three decimals"
  case noSuchDate = "there is no such date"
  case year = "the year lies outside 1970 to 9999"
  case utcYear = "in UTC the year lies outside 1970 to 9999"
  case hour24 = "hour 24 is the next day's 00:00"
  case hour = "the hour lies outside 00 to 23"
  case minute = "the minute lies outside 00 to 59"
  case leapSecond = "second 60 is not counted"
  case second = "the second lies outside 00 to 59"
  case offset = "the offset lies outside -23:59 to +23:59"
  case after24 = "nothing comes after 24:00"
  case durationForm = "expected a whole number and a unit: ms, s, m, h or d"
  case durationTooLong = "a duration is at most 36500d"
  case rateForm = "expected a rate such as 10/m (s, m or h), or 0 for none"
  case rateTooHigh = "a rate is at most 1000000"

  /// What is wrong, in words.
  package var message: String { rawValue }
}
