import KeywayCore
import Testing

/// A schedule in a zone, a validity, an instant, and the first one from there at which it opens.
struct NextInstantVector: Sendable, CustomTestStringConvertible {
  let zone: String
  let windows: [String]
  var void: [String] = []
  var validFrom: String?
  var validUntil: String?
  let from: String
  let next: String?

  var testDescription: String { "\(windows) in \(zone) from \(from)" }

  static let all = weeks + exceptions + validity + clockChanges

  private static let weeks: [Self] = [
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], from: "2026-03-02T12:34:56.789Z",
      next: "2026-03-02T12:34:56.789Z"),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], from: "2026-03-02T08:59:59.999Z",
      next: "2026-03-02T09:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], from: "2026-03-02T17:00:00Z",
      next: "2026-03-03T09:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["sun 22:00-06:00"], from: "2026-03-09T05:59:59.999Z",
      next: "2026-03-09T05:59:59.999Z"),
    Self(
      zone: "Etc/UTC", windows: ["sun 22:00-06:00"], from: "2026-03-09T06:00:00Z",
      next: "2026-03-15T22:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["mon 09:00-10:00"], from: "2026-03-02T10:00:00Z",
      next: "2026-03-09T09:00:00.000Z"),
    Self(
      zone: "Asia/Tokyo", windows: ["mon 08:00-18:00"], from: "2026-03-01T22:59:00Z",
      next: "2026-03-01T23:00:00.000Z"),
  ]

  private static let exceptions: [Self] = [
    Self(
      zone: "Etc/UTC", windows: ["mon 09:00-10:00"], void: ["2026-03-16", "2026-03-09"],
      from: "2026-03-02T10:00:00Z", next: "2026-03-23T09:00:00.000Z"),
    // What ran past midnight from a void day is void; the next window starts on Saturday.
    Self(
      zone: "Etc/UTC", windows: ["fri 22:00-06:00", "sat 12:00-14:00"], void: ["2026-03-06"],
      from: "2026-03-06T12:00:00Z", next: "2026-03-07T12:00:00.000Z"),
    // A void day keeps what runs into it.
    Self(
      zone: "Etc/UTC", windows: ["fri 22:00-06:00", "sat 12:00-14:00"], void: ["2026-03-07"],
      validFrom: "2026-03-07T01:00:00Z", from: "2026-03-01T00:00:00Z",
      next: "2026-03-07T01:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["daily 00:00-24:00"],
      void: ["2026-03-02", "2026-03-03", "2026-03-05"], validUntil: "2026-03-04T00:00:00Z",
      from: "2026-03-02T00:00:00Z", next: nil),
  ]

  private static let validity: [Self] = [
    Self(
      zone: "Etc/UTC", windows: [], validFrom: "2026-03-02T00:00:00Z",
      from: "2026-03-01T00:00:00Z", next: "2026-03-02T00:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: [], validUntil: "2026-03-02T00:00:00Z",
      from: "2026-03-01T23:59:59.999Z", next: "2026-03-01T23:59:59.999Z"),
    Self(
      zone: "Etc/UTC", windows: [], validUntil: "2026-03-02T00:00:00Z",
      from: "2026-03-02T00:00:00Z", next: nil),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], validFrom: "2026-03-02T18:00:00Z",
      from: "2026-03-01T00:00:00Z", next: "2026-03-03T09:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], validUntil: "2026-03-02T09:00:00Z",
      from: "2026-03-01T17:00:00Z", next: nil),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], validUntil: "2026-03-02T09:00:00.001Z",
      from: "2026-03-01T17:00:00Z", next: "2026-03-02T09:00:00.000Z"),
    Self(
      zone: "Etc/UTC", windows: ["daily 09:00-17:00"], from: "9999-12-31T17:00:00Z", next: nil),
  ]

  private static let clockChanges: [Self] = [
    // 02:00 to 03:00 is skipped on 31 March.
    Self(
      zone: "Europe/Paris", windows: ["daily 02:00-03:00"], from: "2024-03-30T02:00:00Z",
      next: "2024-04-01T00:00:00.000Z"),
    // Half of the window is skipped: it begins with the change.
    Self(
      zone: "Europe/Paris", windows: ["daily 02:30-03:30"], from: "2024-03-30T12:00:00Z",
      next: "2024-03-31T01:00:00.000Z"),
    // 02:00 to 03:00 comes again at once, 02:00 to 02:30 half an hour later.
    Self(
      zone: "Europe/Paris", windows: ["daily 02:00-03:00"], from: "2024-10-27T00:59:59.999Z",
      next: "2024-10-27T00:59:59.999Z"),
    Self(
      zone: "Europe/Paris", windows: ["daily 02:00-02:30"], from: "2024-10-27T00:30:00Z",
      next: "2024-10-27T01:00:00.000Z"),
    // The window's second half comes again with the change.
    Self(
      zone: "Europe/Paris", windows: ["daily 01:00-02:30"], from: "2024-10-27T00:30:00Z",
      next: "2024-10-27T01:00:00.000Z"),
    // After the table of changes ends.
    Self(
      zone: "Europe/Paris", windows: ["daily 02:00-03:00"], from: "2150-03-28T02:00:00Z",
      next: "2150-03-30T00:00:00.000Z"),
    // There was no Friday in that week.
    Self(
      zone: "Pacific/Apia", windows: ["fri 09:00-17:00"], from: "2011-12-29T12:00:00Z",
      next: "2012-01-05T19:00:00.000Z"),
    Self(
      zone: "America/Godthab", windows: ["sat 23:00-24:00"], from: "2024-03-30T12:00:00Z",
      next: "2024-04-07T00:00:00.000Z"),
    Self(
      zone: "America/Godthab", windows: ["sat 23:00-01:00"], from: "2024-03-30T12:00:00Z",
      next: "2024-03-31T01:00:00.000Z"),
  ]
}
