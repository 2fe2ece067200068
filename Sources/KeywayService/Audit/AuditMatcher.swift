import KeywayCore
import KeywayStore

/// A filter in the words of the log, which knows people and phones by pseudonym only.
struct AuditMatcher {
  private var texts: [(member: String, wanted: String)] = []
  private var doors: Set<String>?
  private let since: Timestamp?
  private let until: Timestamp?

  /// - Throws: ``ServiceError`` `notFound` when the filter names what the registry does not know.
  init<Reader: StoreReader & ~Copyable>(
    _ filter: AuditFilter, in reader: borrowing Reader
  ) throws {
    since = filter.since
    until = filter.until
    add("key", filter.key?.text)
    add("door", filter.door?.text)
    add("outcome", filter.outcome)
    add("reason", filter.reason)
    if let holder = filter.holder {
      guard let record = try reader.holders([holder])[0] else {
        throw ServiceError(.notFound, "there is no holder '\(holder)'")
      }
      if record.holder.isRemoved {
        throw ServiceError(
          .notFound, "the holder '\(holder)' was removed; nothing in the log leads to it any more")
      }
      add("holder", record.pseudonym)
    }
    if let device = filter.device {
      guard let record = try reader.devices([device])[0] else {
        throw ServiceError(.notFound, "there is no device '\(device)'")
      }
      if record.device.isRemoved {
        throw ServiceError(
          .notFound, "the device '\(device)' was removed; nothing in the log leads to it any more")
      }
      add("device", record.pseudonym)
    }
    if let actor = filter.actor {
      guard let pseudonym = try reader.pseudonym(ofActor: actor) else {
        throw ServiceError(.notFound, "'\(actor)' has not changed anything yet")
      }
      add("actor", pseudonym)
    }
    if let site = filter.site {
      var doors: Set<String> = []
      try reader.forEachDoor { record in
        if let own = record.door.site, own.utf8.elementsEqual(site.utf8) {
          doors.insert(record.door.id.text)
        }
      }
      self.doors = doors
    }
  }

  private mutating func add(_ member: String, _ wanted: String?) {
    if let wanted { texts.append((member, wanted)) }
  }

  func matches(_ record: AuditRecord) -> Bool {
    for (member, wanted) in texts where !matches(record.members, member, wanted) { return false }
    if let doors {
      guard let door = subject("door", of: record.members), doors.contains(door) else {
        return false
      }
    }
    if since == nil, until == nil { return true }
    guard let at = record.at else { return false }
    return since.map { $0 <= at } ?? true && until.map { at < $0 } ?? true
  }

  private func matches(_ members: JSONObject, _ member: String, _ wanted: String) -> Bool {
    subject(member, of: members) == wanted
  }

  /// What an entry says of a door, key, holder or device: the member of that name, or the id of an
  /// administration of such an object, or what that sets.
  private func subject(_ name: String, of members: JSONObject) -> String? {
    if let text = members.text(name) { return text }
    if members.text("object") == name { return members.text("id") }
    guard case .object(let set)? = members["set"] else { return nil }
    return set.text(name)
  }
}
