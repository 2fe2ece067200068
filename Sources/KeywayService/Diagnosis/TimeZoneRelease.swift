package import KeywayCore

/// A release of the tz database, as a machine has it.
package struct TimeZoneRelease: Hashable, Sendable {
  private static let day: Int64 = 86_400_000
  private static let advice = "update it (apt-get install --only-upgrade tzdata)"

  /// Such as `2026a`, or `unknown`.
  package let version: String
  /// When the file that tells the version was made, or nil.
  package let madeAt: Timestamp?

  package init(version: String, madeAt: Timestamp?) {
    self.version = version
    self.madeAt = madeAt
  }

  /// Whether the release is known, and not more than 365 days old.
  package func finding(at now: Timestamp) -> Finding {
    guard let year else {
      return Finding(
        .tzdata, .warning, of: version,
        "the tz database does not say its version, so that its age is not known; "
          + "\(Self.advice)")
    }
    let age = leastAge(year: year, at: now)
    guard age > 365 * Self.day else {
      return Finding(.tzdata, .ok, of: version, "the tz database is not older than a year")
    }
    return Finding(
      .tzdata, .warning, of: version,
      "the tz database is at least \(age / Self.day) days old, and zones may have changed since; "
        + Self.advice)
  }

  /// At least how old the release is, in milliseconds. It was made in its year: what that leaves
  /// open, the file tells.
  private func leastAge(year: Int, at now: Timestamp) -> Int64 {
    let sinceYear = now.milliseconds - Self.start(ofYear: year + 1)
    if sinceYear > 365 * Self.day || sinceYear < 0 { return max(0, sinceYear) }
    return max(sinceYear, madeAt.map { now.milliseconds - $0.milliseconds } ?? 0)
  }

  /// The year of a version: four digits, before a small letter.
  private var year: Int? {
    let bytes = Array(version.utf8)
    guard bytes.count >= 5, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[4],
      bytes[..<4].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(version.prefix(4))
  }

  private static func start(ofYear year: Int) -> Int64 {
    CivilDate(year: year, month: 1, day: 1).map { Int64($0.daysSinceEpoch) * day } ?? .max
  }
}
