import KeywayCore
import KeywayStore

extension KeyRecord: RegistryEntity {
  static var list: RegistryList { .keys }
  static let fields = [
    "door", "holder", "name", "validFrom", "validUntil", "schedule", "maxUses", "state", "rank",
    "shortcut", "localizations",
  ]
  static let hashedFields = ["name", "shortcut", "localizations"]

  static func make(id: String, identity: RowIdentity) -> Self {
    Self(
      key: Key(id: .init(trusted: id), door: .init(trusted: ""), holder: nil, name: ""), uses: 0,
      secret: identity.secret)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?] {
    try reader.keys(ids.map { .init(trusted: $0) })
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void
  ) throws {
    try reader.forEachKey(body)
  }

  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer
  ) throws(StoreError) {
    try writer.save(keys: records)
  }

  var id: String { key.id.text }
  /// Keys are revoked, never removed.
  var isRemoved: Bool { false }
  var identity: RowIdentity { RowIdentity(secret: secret) }

  /// A revoked key outlives its door and its holder.
  var references: [RegistryReference] {
    let isRevoked = key.state == .revoked
    let door = RegistryReference(
      field: "door", list: .doors, id: key.door.text, mayBeRemoved: isRevoked)
    let holder = key.holder.map {
      RegistryReference(field: "holder", list: .holders, id: $0.text, mayBeRemoved: isRevoked)
    }
    return [door] + (holder.map { [$0] } ?? [])
  }

  mutating func read(_ fields: inout FieldReader, zones: TimeZones) {
    fields.require("door", "name")
    fields.set(&key.door, "door", SiteFileValue.identifier)
    fields.set(&key.holder, "holder", null: nil, SiteFileValue.identifier)
    fields.set(&key.name, "name", SiteFileValue.name)
    readValidity(&fields)
    fields.set(
      &key.schedule, "schedule", null: Schedule(windows: []), SiteFileValue.schedule)
    fields.set(&key.maxUses, "maxUses", null: nil, SiteFileValue.positive)
    fields.set(&key.state, "state", SiteFileValue.choice)
    // What somebody says of it counts from then on.
    if fields.has("state"), key.state != .active { isHeld = false }
    fields.set(&key.rank, "rank", null: 0, SiteFileValue.integer)
    fields.set(&key.shortcut, "shortcut", null: KeyShortcut(), SiteFileValue.shortcut)
    fields.set(&key.localizations, "localizations", null: .none, SiteFileValue.localizations(.key))
  }

  private mutating func readValidity(_ fields: inout FieldReader) {
    var (from, until) = (key.validity.from, key.validity.until)
    fields.set(&from, "validFrom", null: nil, SiteFileValue.instant)
    fields.set(&until, "validUntil", null: nil, SiteFileValue.instant)
    if let validity = ValidityPeriod(from: from, until: until) {
      key.validity = validity
    } else {
      fields.report("validUntil", "is not later than validFrom")
    }
  }

  func value(of field: String) -> JSONValue {
    switch field {
    case "door": .string(key.door.text)
    case "holder": JSONValue(key.holder?.text)
    case "name": .string(key.name)
    case "validFrom": JSONValue(key.validity.from?.rfc3339)
    case "validUntil": JSONValue(key.validity.until?.rfc3339)
    case "schedule": key.schedule.json
    case "maxUses": key.maxUses.map { .integer($0) } ?? .null
    case "state": .string(key.state.rawValue)
    case "rank": .integer(key.rank)
    case "shortcut": SiteFileValue.json(of: key.shortcut)
    case "localizations": SiteFileValue.json(of: key.localizations, .key)
    default: .null
    }
  }

  /// An id opens the same door for ever, and a revoked one opens nothing for ever.
  func problem(changingTo new: Self) -> (field: String, message: String)? {
    if new.key.door != key.door {
      return ("door", "the key opens '\(key.door)' for good; issue another key for another door")
    }
    if isHeld, new.key.state == .active {
      return ("state", "the key is suspended since the restore; 'keyway key resume' ends that")
    }
    guard key.state == .revoked else { return nil }
    if isErased, new.key != key {
      return ("name", "the key was erased with its holder and stays so; issue another key")
    }
    if new.key.state != .revoked {
      return ("state", "the key was revoked and stays so; issue another key")
    }
    if new.key.holder != key.holder { return ("holder", "the key was revoked for this holder") }
    return nil
  }

  /// What was charged stays charged, and what a restore holds stays held.
  var cleared: Self {
    var record = Self.make(id: id, identity: identity)
    record.uses = uses
    record.isHeld = isHeld
    return record
  }

  func removed(identity: RowIdentity) -> Self { self }
}
