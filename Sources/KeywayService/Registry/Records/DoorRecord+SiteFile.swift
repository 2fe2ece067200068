import KeywayCore
import KeywayStore

extension DoorRecord: RegistryEntity {
  static var list: RegistryList { .doors }
  static let fields = [
    "name", "site", "timeZone", "mode", "confirm", "exceptions", "lock", "localizations",
  ]
  static let hashedFields = ["name", "site", "lock", "localizations"]

  static func make(id: String, identity: RowIdentity) -> Self {
    Self(door: Door(id: .init(trusted: id), name: "", timeZone: ""), secret: identity.secret)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?] {
    try reader.doors(ids.map { .init(trusted: $0) })
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void
  ) throws {
    try reader.forEachDoor(body)
  }

  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer
  ) throws(StoreError) {
    try writer.save(doors: records)
  }

  var id: String { door.id.text }
  var isRemoved: Bool { door.isRemoved }
  var identity: RowIdentity { RowIdentity(secret: secret) }

  mutating func read(_ fields: inout FieldReader, zones: TimeZones) {
    fields.require("name", "timeZone")
    fields.set(&door.name, "name", SiteFileValue.name)
    fields.set(&door.site, "site", null: nil, SiteFileValue.word)
    fields.set(&door.timeZone, "timeZone") { value throws(SiteFileValueError) in
      try SiteFileValue.timeZone(value, zones)
    }
    fields.set(&door.mode, "mode", SiteFileValue.choice)
    fields.set(&door.confirm, "confirm", SiteFileValue.choice)
    fields.set(&door.exceptions, "exceptions", null: [], SiteFileValue.dates)
    fields.set(&door.lock, "lock", null: nil, SiteFileValue.lock)
    fields.set(
      &door.localizations, "localizations", null: .none, SiteFileValue.localizations(.door))
  }

  func value(of field: String) -> JSONValue {
    switch field {
    case "name": .string(door.name)
    case "site": JSONValue(door.site)
    case "timeZone": .string(door.timeZone)
    case "mode": .string(door.mode.rawValue)
    case "confirm": .string(door.confirm.rawValue)
    case "exceptions": .array(door.exceptions.map { .string($0.description) })
    case "lock": door.lock.map { .object($0) } ?? .null
    case "localizations": SiteFileValue.json(of: door.localizations, .door)
    default: .null
    }
  }

  /// A place is no person: its name stays for those who read the log.
  func removed(identity: RowIdentity) -> Self {
    var door = door
    door.lock = nil
    door.isRemoved = true
    return Self(door: door, secret: secret)
  }
}
