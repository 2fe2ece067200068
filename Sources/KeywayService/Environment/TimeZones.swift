package import KeywayCore
import Synchronization

/// The machine's own time zones. Each file is read once and its rules are kept.
package final class TimeZones: Sendable {
  /// Reads a TZif file by the zone's name; nil when there is none. Blocks.
  private let load: @Sendable (String) -> [UInt8]?
  private let known = Mutex<[String: TimeZoneRules]>([:])
  /// The version of the tz database, such as `2026a`, or `unknown`.
  package let version: String

  package init(version: String, load: @escaping @Sendable (String) -> [UInt8]?) {
    self.version = version
    self.load = load
  }

  /// The rules of an IANA zone, or nil when the name is none, or the machine has no such zone or
  /// no readable file of it. Blocks on the first call for a zone.
  package func rules(of name: String) -> TimeZoneRules? {
    // Before the look-up: a dictionary takes texts that only look the same for equal.
    guard TimeZoneName.isValid(name.utf8.span) else { return nil }
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard let bytes = load(name), let rules = try? TimeZoneRules(parsing: bytes.span)
    else { return nil }
    known.withLock { $0[name] = rules }
    return rules
  }
}
