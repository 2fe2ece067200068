import KeywayCore
import Testing

@Suite struct SettingTextTests {
  @Test(arguments: [
    ("30s", Int64(30_000), "30s"), ("2m", 120_000, "2m"), ("7d", 604_800_000, "7d"),
    ("1h", 3_600_000, "1h"), ("500ms", 500, "500ms"), ("0s", 0, "0s"), ("0ms", 0, "0s"),
    ("90s", 90_000, "90s"), ("120s", 120_000, "2m"), ("24h", 86_400_000, "1d"),
    ("1500ms", 1500, "1500ms"), ("36500d", 3_153_600_000_000, "36500d"),
  ])
  func `a duration is printed in its largest exact unit`(
    _ text: String, _ milliseconds: Int64, _ printed: String
  ) throws {
    let duration = try DurationText(parsing: text.utf8.span)
    #expect(duration.milliseconds == milliseconds)
    #expect(duration.description == printed)
    #expect(try DurationText(parsing: printed.utf8.span) == duration)
  }

  @Test(arguments: [
    "", "s", "30", "-1s", "+1s", "1.5s", "030s", "00s", "1 s", "1S", "1w", "1sx", "1mss",
  ])
  func `a text of another form is no duration`(_ text: String) {
    #expect(throws: TimeTextError.durationForm) { try DurationText(parsing: text.utf8.span) }
  }

  @Test(arguments: [
    "36501d", "9223372036854775807ms", "99999999999999999999999d", "3153600000001ms",
  ])
  func `a duration has an end`(_ text: String) {
    #expect(throws: TimeTextError.durationTooLong) { try DurationText(parsing: text.utf8.span) }
  }

  @Test(arguments: ["0", "1/s", "10/m", "15/h", "1000000/m"])
  func `a rate reads back`(_ text: String) throws {
    let rate = try RateText(parsing: text.utf8.span)
    #expect(rate.description == text)
    #expect(rate.isOff == (text == "0"))
  }

  @Test(arguments: [
    "", "10", "/m", "10/", "10/d", "10/ms", "0/m", "00", "01/m", "-1/m", "10 /m", "1/m ",
  ])
  func `a text of another form is no rate`(_ text: String) {
    #expect(throws: TimeTextError.rateForm) { try RateText(parsing: text.utf8.span) }
  }

  @Test(arguments: ["1000001/m", "99999999999999999999/s"])
  func `a rate has an end`(_ text: String) {
    #expect(throws: TimeTextError.rateTooHigh) { try RateText(parsing: text.utf8.span) }
  }

  @Test(arguments: ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "EST5EDT"])
  func `zone names have one to three segments`(_ text: String) {
    #expect(TimeZoneName(text)?.text == text)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "Asia/", "Asia//Tokyo", "..", "../etc", "Asia/../Tokyo", "Asia/.Tokyo",
    "a/b/c/d", "Asia/Tokyo\0", "Asia\\Tokyo", "Asia/Tōkyō", "Asia Tokyo",
    String(repeating: "a", count: 65),
  ])
  func `anything that could leave the directory is no zone name`(_ text: String) {
    #expect(TimeZoneName(text) == nil)
  }
}
