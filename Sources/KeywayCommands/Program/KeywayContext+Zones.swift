import KeywayCore
import KeywayService
import KeywayStore

extension KeywayContext {
  /// The instant that is meant; wall time is that of the door, whose zone is looked up only then.
  func instant(_ time: TimeText, at door: Door.ID?) throws -> Timestamp {
    if case .instant(let instant) = time { return instant }
    guard let door else { return try time.instant(in: nil) }
    return try time.instant(in: try zone(of: door))
  }

  /// The rules of the door's zone, or nil when there is no such door.
  ///
  /// - Throws: ``ServiceError`` `invalid` when the machine does not know the zone.
  func zone(of door: Door.ID) throws -> TimeZoneRules? {
    guard let record = try read({ reader in try reader.doors([door])[0] }) else { return nil }
    guard let rules = try environment.zones.rules(of: record.door.timeZone) else {
      throw ServiceError(
        .invalid,
        "this machine does not know the time zone '\(record.door.timeZone)' of the door "
          + "'\(door)'; install the tz database")
    }
    return rules
  }
}
