package import KeywayCore
import Synchronization

/// The machine's own time zones. Each file is read once and its rules are kept until it changes.
package final class TimeZones: Sendable {
  private struct Known {
    let rules: TimeZoneRules
    let stamp: ZoneStamp
  }

  /// Looks at a TZif file by the zone's name; nil when there is none. Blocks.
  private let look: @Sendable (String) -> ZoneStamp?
  /// Reads the file; nil when it cannot be read. Blocks.
  private let load: @Sendable (String) -> [UInt8]?
  private let known = Mutex<[String: Known]>([:])
  /// The version of the tz database, such as `2026a`, or `unknown`.
  package let version: String

  /// - Parameter look: looks at a zone's file before it is read, and again whenever the zone is
  ///   asked for.
  package init(
    version: String, look: @escaping @Sendable (String) -> ZoneStamp? = { _ in .constant },
    load: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.version = version
    self.look = look
    self.load = load
  }

  /// The rules of an IANA zone as its file has them now, or nil when the name is none, or the
  /// machine has no such zone or no readable file of it. Blocks.
  package func rules(of name: String) -> TimeZoneRules? {
    // Before the look-up: a dictionary takes texts that only look the same for equal.
    guard TimeZoneName.isValid(name.utf8.span), let stamp = look(name) else { return nil }
    if let known = known.withLock({ $0[name] }), known.stamp == stamp, stamp.isSettled {
      return known.rules
    }
    guard let bytes = load(name), let rules = try? TimeZoneRules(parsing: bytes.span)
    else { return nil }
    known.withLock { $0[name] = Known(rules: rules, stamp: stamp) }
    return rules
  }
}
