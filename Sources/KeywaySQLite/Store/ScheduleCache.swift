import KeywayCore
import KeywayStore
import Synchronization

/// Schedules as keys and doors have them, laid out for asking. They are known by the very bytes
/// that are stored, so that none outlives a change.
final class ScheduleCache: Sendable {
  /// How many are kept; many keys share one, and another is made in microseconds.
  private static let limit = 1_024

  private struct Source: Hashable {
    let schedule: [UInt8]
    /// Of the door; empty for none.
    let exceptions: [UInt8]
  }

  private let compiled = Mutex<[Source: KeyHours]>([:])

  /// The hours in two columns of a row: a key's schedule and its door's exceptions.
  ///
  /// - Throws: ``StoreError`` `corrupt` when they hold anything that Keyway did not write.
  func hours(
    _ row: Statement, schedule: Int, exceptions: Int
  ) throws(StoreError) -> KeyHours {
    if row.isNull(schedule) { return .always }
    let source = Source(
      schedule: try row.bytes(schedule),
      exceptions: row.isNull(exceptions) ? [] : try row.bytes(exceptions))
    if let known = compiled.withLock({ $0[source] }) { return known }
    let hours = KeyHours(
      CompiledSchedule(try row.schedule(schedule), exceptions: try row.dates(exceptions)))
    compiled.withLock { compiled in
      if compiled.count >= Self.limit { compiled.removeAll(keepingCapacity: true) }
      compiled[source] = hours
    }
    return hours
  }
}
