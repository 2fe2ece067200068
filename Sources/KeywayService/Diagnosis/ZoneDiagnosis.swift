import KeywayCore
import KeywayStore

/// Looks for the rules of the doors' time zones.
struct ZoneDiagnosis {
  let zones: TimeZones
  let now: Timestamp

  /// One finding for each door whose zone cannot be read.
  func findings<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> [Finding] {
    var count = 0
    var known: [String: Bool] = [:]
    var doors: [Door] = []
    try reader.forEachDoor { record in
      guard !record.isRemoved else { return }
      let door = record.door
      count += 1
      let isReadable = known[door.timeZone] ?? (zones.rules(of: door.timeZone) != nil)
      known[door.timeZone] = isReadable
      if !isReadable { doors.append(door) }
    }
    let denied = doors.isEmpty ? [:] : try scheduledKeys(in: reader)
    return doors.map { finding(of: $0, denied: denied[$0.id] ?? 0) }.orOK(
      .zones, "the time zones of \(counted(count, "door", "doors")) can be read")
  }

  /// How many keys of each door have a schedule that is asked: neither suspended nor ended.
  private func scheduledKeys<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [Door.ID: Int] {
    var counts: [Door.ID: Int] = [:]
    try reader.forEachKey { record in
      let key = record.key
      guard key.state == .active, !key.schedule.isUnrestricted else { return }
      if let until = key.validity.until, until <= now { return }
      counts[key.door, default: 0] += 1
    }
    return counts
  }

  private func finding(of door: Door, denied: Int) -> Finding {
    let consequence =
      denied == 0
      ? "keys with a schedule would be denied"
      : "\(counted(denied, "key with a schedule is", "keys with a schedule are")) denied"
    return Finding(
      .zones, .problem, of: door.id.text,
      "the time zone '\(door.timeZone)' of the door '\(door.id)' cannot be read: \(consequence) "
        + "zone_unavailable; install the tz database, or give the door another zone")
  }
}
