import KeywayCore
import Testing

/// A schedule in a zone, an instant, and how the instant lies to its windows.
struct StandingVector: Sendable, CustomTestStringConvertible {
  let zone: String
  let windows: [String]
  var void: [String] = []
  let instant: String
  let standing: CompiledSchedule.Standing

  var testDescription: String { "\(windows) in \(zone) at \(instant)" }

  static let all = clockChanges + midnight + ordinary + exceptions + zones

  private static func at(
    _ zone: String, _ windows: [String], void: [String] = [],
    _ instants: (String, CompiledSchedule.Standing)...
  ) -> [Self] {
    instants.map {
      Self(zone: zone, windows: windows, void: void, instant: $0.0, standing: $0.1)
    }
  }

  private static let clockChanges: [Self] =
    at(
      "America/New_York", ["daily 01:30-03:30"],
      ("2024-03-10T06:29:59.999Z", .outsideHours), ("2024-03-10T06:30:00Z", .inside),
      ("2024-03-10T06:59:59Z", .inside), ("2024-03-10T07:00:00Z", .inside),
      ("2024-03-10T07:29:59.999Z", .inside), ("2024-03-10T07:30:00Z", .outsideHours),
      ("2024-11-03T05:29:59.999Z", .outsideHours), ("2024-11-03T05:30:00Z", .inside),
      ("2024-11-03T06:00:00Z", .outsideHours), ("2024-11-03T06:30:00Z", .inside),
      ("2024-11-03T08:29:59.999Z", .inside), ("2024-11-03T08:30:00Z", .outsideHours))
    + at(
      "Europe/Paris", ["daily 02:00-03:00"],
      ("2024-03-30T01:00:00Z", .inside), ("2024-03-31T00:59:59.999Z", .outsideHours),
      ("2024-03-31T01:00:00Z", .outsideHours), ("2024-03-31T01:30:00Z", .outsideHours),
      ("2024-04-01T00:00:00Z", .inside), ("2024-10-27T00:00:00Z", .inside),
      ("2024-10-27T01:59:59.999Z", .inside), ("2024-10-27T02:00:00Z", .outsideHours))

  private static let midnight: [Self] =
    at(
      "Etc/UTC", ["fri 22:00-06:00"],
      ("2026-03-06T05:00:00Z", .outsideHours), ("2026-03-06T21:59:59.999Z", .outsideHours),
      ("2026-03-06T22:00:00Z", .inside), ("2026-03-06T23:00:00Z", .inside),
      ("2026-03-07T00:00:00Z", .inside), ("2026-03-07T05:59:59.999Z", .inside),
      ("2026-03-07T06:00:00Z", .outsideHours), ("2026-03-07T22:30:00Z", .outsideHours),
      ("2026-03-08T00:00:00Z", .wrongDay), ("2026-03-05T23:00:00Z", .wrongDay))
    // A window that ends at midnight has no minute on the next day and does not touch it.
    + at(
      "Etc/UTC", ["sun 22:00-00:00"],
      ("2026-03-08T23:59:59.999Z", .inside), ("2026-03-09T00:00:00Z", .wrongDay))
    + at(
      "Etc/UTC", ["sun 22:00-00:01", "tue 00:00-24:00"],
      ("2026-03-09T00:00:59.999Z", .inside), ("2026-03-09T00:01:00Z", .outsideHours),
      ("2026-03-09T23:59:59.999Z", .outsideHours), ("2026-03-10T00:00:00Z", .inside),
      ("2026-03-10T23:59:59.999Z", .inside), ("2026-03-11T00:00:00Z", .wrongDay))

  private static let ordinary: [Self] =
    at(
      "Etc/UTC", ["daily 09:00-17:00"],
      ("2026-03-02T10:00:00Z", .inside), ("2026-03-02T12:30:00Z", .inside),
      ("2026-03-02T16:59:59.999Z", .inside), ("2026-03-02T17:00:00Z", .outsideHours),
      ("2026-03-02T00:30:00Z", .outsideHours), ("2026-03-02T08:59:59.999Z", .outsideHours),
      ("2026-03-02T09:00:00Z", .inside))
    + at(
      "Etc/UTC", ["mon 13:00-17:00", "mon 08:00-12:00", "mon 11:00-12:30", "mon 12:30-12:45"],
      ("2026-03-02T12:00:00Z", .inside), ("2026-03-02T12:44:59.999Z", .inside),
      ("2026-03-02T12:45:00Z", .outsideHours), ("2026-03-02T13:00:00Z", .inside),
      ("2026-03-03T13:00:00Z", .wrongDay))
    // The longer of two windows counts, wherever it stands in the list.
    + at(
      "Etc/UTC", ["mon 08:00-17:00", "mon 09:00-10:00", "mon 22:00-05:00", "mon 23:00-02:00"],
      ("2026-03-02T16:00:00Z", .inside), ("2026-03-03T04:59:59.999Z", .inside),
      ("2026-03-03T05:00:00Z", .outsideHours))
    + at("Etc/UTC", [], void: ["2026-03-02"], ("2026-03-02T12:00:00Z", .inside))

  private static let exceptions: [Self] =
    at(
      "Etc/UTC", ["fri 22:00-06:00", "sat 12:00-14:00"], void: ["2026-03-06"],
      ("2026-03-06T23:00:00Z", .wrongDay), ("2026-03-07T05:00:00Z", .outsideHours),
      ("2026-03-07T13:00:00Z", .inside), ("2026-03-13T23:00:00Z", .inside),
      ("2026-03-14T05:00:00Z", .inside))
    + at(
      "Etc/UTC", ["fri 22:00-06:00", "sat 12:00-14:00"], void: ["2026-03-09", "2026-03-07"],
      ("2026-03-06T23:00:00Z", .inside), ("2026-03-07T05:59:59.999Z", .inside),
      ("2026-03-07T06:00:00Z", .outsideHours), ("2026-03-07T13:00:00Z", .outsideHours))
    + at(
      "Etc/UTC", ["fri 22:00-06:00", "sat 12:00-14:00"], void: ["2026-03-06", "2026-03-07"],
      ("2026-03-07T05:00:00Z", .wrongDay), ("2026-03-07T13:00:00Z", .wrongDay))
    // Whole days that meet at midnight are still void one by one.
    + at(
      "Etc/UTC", ["daily 00:00-24:00"], void: ["2026-03-07"],
      ("2026-03-06T23:59:59.999Z", .inside), ("2026-03-07T00:00:00Z", .wrongDay),
      ("2026-03-07T23:59:59.999Z", .wrongDay), ("2026-03-08T00:00:00Z", .inside))

  private static let zones: [Self] =
    at(
      "Asia/Kathmandu", ["daily 09:00-17:00"],
      ("2026-03-02T03:14:59.999Z", .outsideHours), ("2026-03-02T03:15:00Z", .inside),
      ("2026-03-02T11:14:59.999Z", .inside), ("2026-03-02T11:15:00Z", .outsideHours))
    // Half an hour of daylight saving time.
    + at(
      "Australia/Lord_Howe", ["sun 01:30-02:00"],
      ("2026-04-04T14:45:00Z", .inside), ("2026-04-04T15:15:00Z", .inside),
      ("2026-04-04T15:30:00Z", .outsideHours))
    + at(
      "Australia/Lord_Howe", ["sun 02:00-02:30"],
      ("2026-10-03T15:29:59.999Z", .outsideHours), ("2026-10-03T15:30:00Z", .outsideHours))
    // Two hours of daylight saving time.
    + at(
      "Antarctica/Troll", ["sun 01:00-03:00"],
      ("2026-03-29T00:59:59.999Z", .outsideHours), ("2026-03-29T01:00:00Z", .outsideHours),
      ("2026-10-24T23:00:00Z", .inside), ("2026-10-25T01:30:00Z", .inside),
      ("2026-10-25T02:59:59.999Z", .inside), ("2026-10-25T03:00:00Z", .outsideHours))
    // Friday, 30 December 2011, was left out.
    + at(
      "Pacific/Apia", ["fri 22:00-06:00"],
      ("2011-12-30T09:59:59.999Z", .wrongDay), ("2011-12-30T10:00:00Z", .inside),
      ("2011-12-30T15:59:59.999Z", .inside), ("2011-12-30T16:00:00Z", .outsideHours))
    + at(
      "Pacific/Apia", ["fri 22:00-06:00"], void: ["2011-12-30"],
      ("2011-12-30T10:00:00Z", .wrongDay))
    // Daylight saving time is winter's, by the letter of the file.
    + at(
      "Europe/Dublin", ["sun 01:00-02:00"],
      ("2026-03-29T00:59:59.999Z", .outsideHours), ("2026-03-29T01:00:00Z", .outsideHours),
      ("2026-10-25T00:00:00Z", .inside), ("2026-10-25T01:59:59.999Z", .inside),
      ("2026-10-25T02:00:00Z", .outsideHours))
    // Saturday's last hour comes twice in autumn and never in spring.
    + at(
      "America/Godthab", ["sat 23:00-24:00"],
      ("2024-10-27T00:59:59.999Z", .inside), ("2024-10-27T01:00:00Z", .inside),
      ("2024-10-27T01:59:59.999Z", .inside), ("2024-10-27T02:00:00Z", .wrongDay),
      ("2024-03-31T00:59:59.999Z", .outsideHours), ("2024-03-31T01:00:00Z", .wrongDay))
    + at(
      "America/Godthab", ["sat 23:00-01:00"],
      ("2024-03-31T01:00:00Z", .inside), ("2024-03-31T02:00:00Z", .outsideHours))
}
