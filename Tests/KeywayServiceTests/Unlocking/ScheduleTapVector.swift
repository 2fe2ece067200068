import KeywayCore
import Testing

/// A key's hours at a door, and what a tap at an instant is decided.
struct ScheduleTapVector: Sendable, CustomTestStringConvertible {
  let zone: String
  let schedule: Schedule
  let exceptions: [String]
  let instant: String
  /// Nil where it grants.
  let reason: Refusal.Reason?

  var testDescription: String { "\(zone) \(instant): \(reason?.rawValue ?? "granted")" }

  private static func at(
    _ zone: String, _ schedule: Schedule, void: [String] = [],
    _ instants: (String, Refusal.Reason?)...
  ) -> [Self] {
    instants.map {
      Self(zone: zone, schedule: schedule, exceptions: void, instant: $0.0, reason: $0.1)
    }
  }

  static let all = clockChanges + ordinary + zones

  private static let daily = "mon,tue,wed,thu,fri,sat,sun"

  private static let clockChanges: [Self] =
    at(
      "America/New_York", .fixture("\(daily) 01:30-03:30"),
      ("2024-03-10T06:59:59Z", nil), ("2024-03-10T07:00:00Z", nil),
      ("2024-03-10T07:30:00Z", .outsideHours), ("2024-11-03T05:30:00Z", nil),
      ("2024-11-03T06:30:00Z", nil))
    + at(
      "Europe/Paris", .fixture("\(daily) 02:00-03:00"),
      ("2024-03-31T00:59:59.999Z", .outsideHours), ("2024-03-31T01:00:00Z", .outsideHours),
      ("2024-03-31T01:30:00Z", .outsideHours), ("2024-04-01T00:00:00Z", nil))

  private static let ordinary: [Self] =
    at(
      "Etc/UTC", .fixture("fri 22:00-06:00"),
      ("2026-03-06T23:00:00Z", nil), ("2026-03-07T05:59:59Z", nil),
      ("2026-03-07T06:00:00Z", .outsideHours), ("2026-03-07T22:30:00Z", .outsideHours),
      ("2026-03-08T00:00:00Z", .wrongDay))
    + at(
      "Etc/UTC", .fixture("\(daily) 09:00-17:00"),
      ("2026-03-02T10:00:00Z", nil), ("2026-03-02T12:30:00Z", nil),
      ("2026-03-02T16:59:59.999Z", nil), ("2026-03-02T17:00:00Z", .outsideHours),
      ("2026-03-02T00:30:00Z", .outsideHours))
    + at(
      "Etc/UTC", .fixture("\(daily) 00:00-24:00"), void: ["2026-03-07"],
      ("2026-03-06T23:59:59.999Z", nil), ("2026-03-07T00:00:00Z", .wrongDay),
      ("2026-03-07T23:59:59.999Z", .wrongDay), ("2026-03-08T00:00:00Z", nil))
    + at(
      "Etc/UTC", .fixture("mon 08:00-12:00", "mon 13:00-17:00", "tue 13:00-14:00"),
      ("2026-03-02T12:30:00Z", .outsideHours), ("2026-03-02T13:00:00Z", nil),
      ("2026-03-03T12:30:00Z", .outsideHours), ("2026-03-04T13:30:00Z", .wrongDay))

  private static let zones: [Self] =
    at(
      "Asia/Kathmandu", .fixture("\(daily) 09:00-17:00"),
      ("2026-03-02T03:15:00Z", nil), ("2026-03-02T11:15:00Z", .outsideHours))
    + at(
      "Australia/Lord_Howe", .fixture("sun 01:30-02:00"),
      ("2026-04-04T14:45:00Z", nil), ("2026-04-04T15:15:00Z", nil),
      ("2026-04-04T15:30:00Z", .outsideHours))
    + at(
      "Antarctica/Troll", .fixture("sun 01:00-03:00"),
      ("2026-03-29T01:00:00Z", .outsideHours), ("2026-10-25T01:30:00Z", nil))
    + at(
      "Pacific/Apia", .fixture("fri 22:00-06:00"),
      ("2011-12-30T09:59:59.999Z", .wrongDay), ("2011-12-30T10:00:00Z", nil))
    + at(
      "Europe/Dublin", .fixture("sun 01:00-02:00"),
      ("2026-03-29T01:00:00Z", .outsideHours), ("2026-10-25T00:00:00Z", nil),
      ("2026-10-25T01:59:59.999Z", nil))
    + at(
      "America/Godthab", .fixture("sat 23:00-24:00"),
      ("2024-10-27T00:59:59.999Z", nil), ("2024-10-27T01:00:00Z", nil),
      ("2024-03-31T01:00:00Z", .wrongDay))
}
