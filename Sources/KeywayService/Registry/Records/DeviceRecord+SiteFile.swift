import KeywayCore
import KeywayStore

extension DeviceRecord: RegistryEntity {
  static var list: RegistryList { .devices }
  static let fields = ["holder", "platform", "shortcutLimit", "language", "state"]
  static let hashedFields = ["language"]

  static func make(id: String, identity: RowIdentity) -> Self {
    Self(
      device: Device(id: .init(trusted: id)), pseudonym: identity.pseudonym,
      secret: identity.secret)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?] {
    try reader.devices(ids.map { .init(trusted: $0) })
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void
  ) throws {
    try reader.forEachDevice(body)
  }

  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer
  ) throws(StoreError) {
    try writer.save(devices: records)
  }

  var id: String { device.id.text }
  var isRemoved: Bool { device.isRemoved }
  var identity: RowIdentity { RowIdentity(pseudonym: pseudonym, secret: secret) }

  var references: [RegistryReference] {
    device.holder.map {
      [RegistryReference(field: "holder", list: .holders, id: $0.text, mayBeRemoved: false)]
    } ?? []
  }

  mutating func read(_ fields: inout FieldReader, zones: TimeZones) {
    fields.set(&device.holder, "holder", null: nil, SiteFileValue.identifier)
    fields.set(&device.platform, "platform", null: .ios, SiteFileValue.choice)
    fields.set(
      &device.shortcutLimit, "shortcutLimit", null: .count(4), SiteFileValue.shortcutLimit)
    fields.set(&device.language, "language", null: nil, SiteFileValue.language)
    fields.set(&device.state, "state", SiteFileValue.choice)
  }

  func value(of field: String) -> JSONValue {
    switch field {
    case "holder": JSONValue(device.holder?.text)
    case "platform": .string(device.platform.rawValue)
    case "shortcutLimit":
      switch device.shortcutLimit {
      case .count(let count): .integer(count)
      case .all: .string("all")
      }
    case "language": JSONValue(device.language)
    case "state": .string(device.state.rawValue)
    default: .null
    }
  }

  /// What the phone has is still what it has.
  var cleared: Self {
    Self(
      device: Device(id: device.id), pseudonym: pseudonym, secret: secret,
      acknowledgedVersion: acknowledgedVersion, shownVersion: shownVersion)
  }

  /// Nothing that the log says of the phone can be joined to the id any more.
  func removed(identity: RowIdentity) -> Self {
    Self(
      device: Device(id: device.id, isRemoved: true), pseudonym: identity.pseudonym,
      secret: identity.secret)
  }
}
