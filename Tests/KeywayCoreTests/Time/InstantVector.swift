import KeywayCore
import Testing

/// A text and the instant that it is, or why it is none.
struct InstantVector: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: Result<Int64, TimeTextError>

  init(_ text: String, _ milliseconds: Int64) {
    self.text = text
    expected = .success(milliseconds)
  }

  init(_ text: String, error: TimeTextError) {
    self.text = text
    expected = .failure(error)
  }

  var testDescription: String { text.debugDescription }

  static let all: [Self] = good + badForm + badValues

  private static let good: [Self] = [
    Self("1970-01-01T00:00:00Z", 0),
    Self("1970-01-01T00:00:00.001Z", 1),
    Self("1970-01-01T00:00:00.1Z", 100),
    Self("1970-01-01T00:00:00.12Z", 120),
    Self("1970-01-02T08:59:59.999+09:00", 86_399_999),
    Self("2026-03-02T07:59:00+09:00", 1_772_405_940_000),
    Self("2026-03-01T22:59:00Z", 1_772_405_940_000),
    Self("2026-03-01T17:29:00-05:30", 1_772_405_940_000),
    Self("2000-02-29T00:00:00-00:00", 951_782_400_000),
    Self("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    Self("1970-01-01T23:59:00+23:59", 0),
  ]

  private static let badForm: [Self] = [
    Self("", error: .instantForm),
    Self("2026", error: .instantForm),
    Self("2026-03-02", error: .instantForm),
    Self("2026-3-02T07:59:00Z", error: .instantForm),
    Self("2026-03-02 07:59:00Z", error: .instantForm),
    Self("2026-03-02t07:59:00Z", error: .smallLetter),
    Self("2026-03-02T07:59:00z", error: .smallLetter),
    Self("2026-03-02T07:59Z", error: .instantForm),
    Self("2026-03-02T07:59:00", error: .noOffset),
    Self("2026-03-02T07:59:00.5", error: .noOffset),
    Self("2026-03-02T07:59:00.Z", error: .instantForm),
    Self("2026-03-02T07:59:00,5Z", error: .instantForm),
    Self("2026-03-02T07:59:00.0000Z", error: .decimals),
    Self("2026-03-02T07:59:00Z ", error: .instantForm),
    Self(" 2026-03-02T07:59:00Z", error: .instantForm),
    Self("2026-03-02T07:59:00+9:00", error: .instantForm),
    Self("2026-03-02T07:59:00+0900", error: .instantForm),
    Self("2026-03-02T07:59:00+09", error: .instantForm),
    Self("2026-03-02T07:59:00+09:00:00", error: .instantForm),
    Self("20260302T075900Z", error: .instantForm),
    Self("+2026-03-02T07:59:00Z", error: .instantForm),
    Self("２０２６-03-02T07:59:00Z", error: .instantForm),
  ]

  private static let badValues: [Self] = [
    Self("2026-02-30T00:00:00Z", error: .noSuchDate),
    Self("2026-02-29T00:00:00Z", error: .noSuchDate),
    Self("2100-02-29T00:00:00Z", error: .noSuchDate),
    Self("2026-04-31T00:00:00Z", error: .noSuchDate),
    Self("2026-00-01T00:00:00Z", error: .noSuchDate),
    Self("2026-13-01T00:00:00Z", error: .noSuchDate),
    Self("2026-01-00T00:00:00Z", error: .noSuchDate),
    Self("2026-01-01T24:00:00Z", error: .hour24),
    Self("2026-01-01T25:00:00Z", error: .hour),
    Self("2026-01-01T00:60:00Z", error: .minute),
    Self("2016-12-31T23:59:60Z", error: .leapSecond),
    Self("2026-01-01T00:00:61Z", error: .second),
    Self("2026-01-01T00:00:00+24:00", error: .offset),
    Self("2026-01-01T00:00:00-00:60", error: .offset),
    Self("1969-12-31T23:59:59Z", error: .year),
    Self("0000-01-01T00:00:00Z", error: .year),
    Self("1970-01-01T00:00:00+00:01", error: .utcYear),
    Self("9999-12-31T23:59:59-00:01", error: .utcYear),
  ]
}
