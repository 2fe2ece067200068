import KeywayCore
import KeywayStore

extension HolderRecord: RegistryEntity {
  static var list: RegistryList { .holders }
  static let fields = ["name", "state"]
  static let hashedFields = ["name"]

  static func make(id: String, identity: RowIdentity) -> Self {
    Self(
      holder: Holder(id: .init(trusted: id), name: ""), pseudonym: identity.pseudonym,
      secret: identity.secret)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?] {
    try reader.holders(ids.map { .init(trusted: $0) })
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void
  ) throws {
    try reader.forEachHolder(body)
  }

  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer
  ) throws(StoreError) {
    try writer.save(holders: records)
  }

  var id: String { holder.id.text }
  var isRemoved: Bool { holder.isRemoved }
  var identity: RowIdentity { RowIdentity(pseudonym: pseudonym, secret: secret) }

  mutating func read(_ fields: inout FieldReader, zones: TimeZones) {
    fields.require("name")
    fields.set(&holder.name, "name", SiteFileValue.name)
    fields.set(&holder.state, "state", SiteFileValue.choice)
  }

  func value(of field: String) -> JSONValue {
    switch field {
    case "name": .string(holder.name)
    case "state": .string(holder.state.rawValue)
    default: .null
    }
  }

  /// Nothing that the log says of the person can be joined to the id any more.
  func removed(identity: RowIdentity) -> Self {
    Self(
      holder: Holder(id: holder.id, name: "", isRemoved: true), pseudonym: identity.pseudonym,
      secret: identity.secret)
  }
}
