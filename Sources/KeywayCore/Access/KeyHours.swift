/// When in the week a key works at its door.
package enum KeyHours: Hashable, Sendable {
  case always
  /// In windows of the door's zone; never an unrestricted schedule.
  indirect case scheduled(CompiledSchedule)

  package init(_ schedule: CompiledSchedule) {
    self = schedule.isUnrestricted ? .always : .scheduled(schedule)
  }

  /// Whether the rules of the door's zone are needed.
  package var needsZone: Bool {
    switch self {
    case .always: false
    case .scheduled: true
    }
  }

  /// How the instant lies to the hours, by the rules of the door's zone; does not allocate.
  package func standing(at instant: Timestamp, zone: borrowing TimeZoneRules) -> AccessFacts.Hours {
    switch self {
    case .always: .inside
    case .scheduled(let schedule):
      switch schedule.standing(at: instant, zone: zone) {
      case .inside: .inside
      case .wrongDay: .wrongDay
      case .outsideHours: .outside
      }
    }
  }

  /// Whether only an exception of the door keeps the instant outside.
  package func isVoid(at instant: Timestamp, zone: TimeZoneRules) -> Bool {
    guard case .scheduled(let schedule) = self else { return false }
    return schedule.isVoid(at: instant, zone: zone)
  }

  /// The first instant at or after `from` in the validity and in the hours, or nil when there is
  /// none before the year 10000, or when the zone that it takes cannot be had.
  package func nextInstant(
    from: Timestamp, validity: ValidityPeriod, zone: TimeZoneRules?
  ) -> Timestamp? {
    switch self {
    case .always:
      let first = max(from, validity.from ?? from)
      if let until = validity.until, first >= until { return nil }
      return first
    case .scheduled(let schedule):
      return schedule.nextInstant(from: from, validity: validity, zone: zone)
    }
  }
}
