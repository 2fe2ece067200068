import KeywayCore
import Testing

@Suite struct CivilDateTests {
  /// Counts day by day, with the lengths of months and nothing else.
  @Test func `every day from 1970 to 2100 has its number, weekday and text`() throws {
    var number = 0
    var weekday = 3
    for year in 1970...2100 {
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year == 2000)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for month in 1...12 {
        #expect(CivilDate(year: year, month: month, day: lengths[month - 1] + 1) == nil)
        for day in 1...lengths[month - 1] {
          let date = try #require(CivilDate(year: year, month: month, day: day))
          #expect(date.daysSinceEpoch == number)
          #expect(CivilDate(daysSinceEpoch: number) == date)
          #expect(date.weekday == Weekday.allCases[weekday])
          #expect(try CivilDate(parsing: date.description.utf8.span) == date)
          number += 1
          weekday = (weekday + 1) % 7
        }
      }
    }
    #expect(number == 47_847)
  }

  @Test func `days before 1970 are counted down`() {
    #expect(CivilDate(daysSinceEpoch: -1).description == "1969-12-31")
    #expect(CivilDate(daysSinceEpoch: -1).weekday == .wed)
    #expect(CivilDate(daysSinceEpoch: -719_528).description == "0000-01-01")
    #expect(CivilDate(daysSinceEpoch: -719_529).description == "-0001-12-31")
    #expect(CivilDate(daysSinceEpoch: -719_529).daysSinceEpoch == -719_529)
  }

  @Test func `days are added across months and years`() throws {
    let date = try CivilDate(parsing: "2026-12-31".utf8.span)
    #expect(date.adding(days: 1).description == "2027-01-01")
    #expect(date.adding(days: -365).description == "2025-12-31")
    #expect(date < date.adding(days: 1))
  }

  @Test(arguments: [
    "2026-2-30", "2026-02-3", "2026/02/03", "2026-02-03T", "", "-026-02-03", "2026-02-03\n",
  ])
  func `a text of another form is no date`(_ text: String) {
    #expect(throws: TimeTextError.dateForm) { try CivilDate(parsing: text.utf8.span) }
  }

  @Test func `a day that does not exist is no date`() {
    #expect(throws: TimeTextError.noSuchDate) { try CivilDate(parsing: "2026-02-29".utf8.span) }
    #expect(throws: TimeTextError.year) { try CivilDate(parsing: "1969-02-28".utf8.span) }
    #expect(CivilDate(year: 2026, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2026, month: 1, day: 0) == nil)
    #expect(CivilDate(year: .max, month: 1, day: 1) == nil)
  }

  @Test func `wall time is read with and without seconds, never with an offset`() throws {
    for (text, milliseconds) in [
      ("2026-03-02T07:59", 28_740_000), ("2026-03-02T07:59:30", 28_770_000),
      ("2026-03-02T07:59:30.25", 28_770_250),
    ] {
      let time = try CivilTime(parsing: text.utf8.span)
      #expect(time.date.description == "2026-03-02")
      #expect(time.millisecondOfDay == milliseconds)
      #expect(time.minuteOfDay == 479)
    }
    for text in ["2026-03-02", "2026-03-02T07:59Z", "2026-03-02T07:59:30+09:00", "2026-03-02T7:59"]
    {
      #expect(throws: TimeTextError.wallTimeForm) { try CivilTime(parsing: text.utf8.span) }
    }
    #expect(throws: TimeTextError.hour24) { try CivilTime(parsing: "2026-03-02T24:00".utf8.span) }
  }
}
