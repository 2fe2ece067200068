import KeywayCore
import Testing

@testable import KeywayService

@Suite struct TimeZoneReleaseTests {
  @Test(arguments: ReleaseVector.all)
  func `a release is old when more than a year has passed for certain`(
    _ vector: ReleaseVector
  ) throws {
    let now = try Timestamp(parsing: vector.now.utf8.span)
    let madeAt = try vector.madeAt.map { try Timestamp(parsing: $0.utf8.span) }
    let finding = TimeZoneRelease(version: vector.version, madeAt: madeAt).finding(at: now)
    #expect(finding.check == .tzdata)
    #expect(finding.subject == vector.version)
    #expect(finding.status == (vector.words == nil ? .ok : .warning))
    #expect(finding.message.contains(vector.words ?? "not older than a year"), "\(finding)")
    #expect(finding.message.contains("--only-upgrade tzdata") == (finding.status != .ok))
  }
}

/// A release, an instant, and what is said of it.
struct ReleaseVector: Sendable, CustomTestStringConvertible {
  let version: String
  let madeAt: String?
  let now: String
  /// Words of the warning, or nil when there is none.
  let words: String?

  init(_ version: String, made madeAt: String? = nil, now: String, _ words: String? = nil) {
    self.version = version
    self.madeAt = madeAt
    self.now = now
    self.words = words
  }

  var testDescription: String { "\(version) made \(madeAt ?? "-") at \(now)" }

  private static let old = "2020-01-01T00:00:00Z"

  static let all = [
    // Its year settles it.
    Self("2024a", made: "2026-03-01T00:00:00Z", now: "2026-03-02T00:00:00Z", "425 days old"),
    Self("2024b", now: "2026-01-01T00:00:00.001Z", "365 days old"),
    Self("1999z", now: "2026-03-02T00:00:00Z", "days old"),
    Self("2026a", made: old, now: "2026-03-02T00:00:00Z"),
    Self("2027a", made: old, now: "2026-03-02T00:00:00Z"),
    // The year leaves it open, and the file tells.
    Self("2025a", made: "2025-03-01T00:00:00Z", now: "2026-03-02T00:00:00Z", "366 days old"),
    Self("2025a", made: "2025-03-02T00:00:00Z", now: "2026-03-02T00:00:00Z"),
    Self("2025a", made: "2025-03-01T23:59:59Z", now: "2026-03-02T00:00:00Z", "365 days old"),
    Self("2025b", made: "2027-01-01T00:00:00Z", now: "2026-03-02T00:00:00Z"),
    Self("2025b", now: "2026-03-02T00:00:00Z"),
    // It does not tell its year.
    Self("unknown", now: "2026-03-02T00:00:00Z", "does not say its version"),
    Self("20260", made: "2026-03-01T00:00:00Z", now: "2026-03-02T00:00:00Z", "is not known"),
    Self("2026", now: "2026-03-02T00:00:00Z", "is not known"),
    Self("", now: "2026-03-02T00:00:00Z", "is not known"),
    Self("v2026a", now: "2026-03-02T00:00:00Z", "is not known"),
    Self("２０２６a", now: "2026-03-02T00:00:00Z", "is not known"),
  ]
}
