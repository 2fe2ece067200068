import KeywayCore
import KeywayStore

extension ActionRecord: RegistryEntity {
  static var list: RegistryList { .actions }
  static let fields = [
    "title", "subtitle", "icon", "userInfo", "screen", "static", "rank",
    "localizations",
  ]
  static let hashedFields = ["title", "subtitle", "icon", "userInfo", "screen", "localizations"]

  static func make(id: String, identity: RowIdentity) -> Self {
    Self(
      action: Action(type: ActionType(trusted: id), title: "", screen: ""),
      secret: identity.secret)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws(StoreError) -> [Self?] {
    try reader.actions(ids.map { ActionType(trusted: $0) })
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Self) throws -> Void
  ) throws {
    try reader.forEachAction(body)
  }

  static func save<Writer: RegistryWriter & ~Copyable>(
    _ records: [Self], in writer: borrowing Writer
  ) throws(StoreError) {
    try writer.save(actions: records)
  }

  var id: String { action.type.text }
  var isRemoved: Bool { action.isRemoved }
  var identity: RowIdentity { RowIdentity(secret: secret) }

  mutating func read(_ fields: inout FieldReader, zones: TimeZones) {
    fields.require("title", "screen")
    fields.set(&action.title, "title", SiteFileValue.name)
    fields.set(&action.subtitle, "subtitle", null: nil, SiteFileValue.line)
    fields.set(&action.icon, "icon", null: nil, SiteFileValue.icon)
    fields.set(&action.userInfo, "userInfo", null: .empty, SiteFileValue.userInfo)
    fields.set(&action.screen, "screen", SiteFileValue.word)
    fields.set(&action.isStatic, "static", null: false, SiteFileValue.boolean)
    fields.set(&action.rank, "rank", null: 0, SiteFileValue.integer)
    fields.set(
      &action.localizations, "localizations", null: .none, SiteFileValue.localizations(.action))
  }

  func value(of field: String) -> JSONValue {
    switch field {
    case "title": .string(action.title)
    case "subtitle": JSONValue(action.subtitle)
    case "icon": SiteFileValue.json(of: action.icon)
    case "userInfo": .object(action.userInfo.object)
    case "screen": .string(action.screen)
    case "static": .bool(action.isStatic)
    case "rank": .integer(action.rank)
    case "localizations": SiteFileValue.json(of: action.localizations, .action)
    default: .null
    }
  }

  func removed(identity: RowIdentity) -> Self {
    var action = action
    action.isRemoved = true
    return Self(action: action, secret: secret)
  }
}
