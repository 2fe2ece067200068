import KeywayCore

/// The options of `door add` and `door edit`.
struct DoorFields: RecordFields {
  private static let name = Option.optional("name", .text, help: nameHelp)
  private static let site = Option.clearable("site", .text, help: "The place it belongs to.")
  private static let timeZone = Option.optional("time-zone", zoneSyntax, help: zoneHelp)
  private static let mode = Option.optional(
    "mode", .choice(of: Door.Mode.self), help: "Whether keys decide, or nobody gets in.")
  private static let confirm = Option.optional(
    "confirm", .choice(of: Door.Confirmation.self),
    help: "Which taps a person must confirm in the app.")
  private static let exceptions = Option.clearable(
    "exceptions", .dates, help: "Local dates on which schedules are void.")
  private static let lock = Option.clearable(
    "lock", .lock,
    help: "Its lock: simulator, mqtt://BROKER/zigbee2mqtt/NAME, or an object in JSON.")
  private static let nameHelp = "What people call it."
  private static let zoneHelp = "Its time zone, such as Asia/Tokyo."
  private static let zoneSyntax = ValueSyntax<String>.text.named("ZONE")

  static let added = Parameters(
    Option.required("name", .text, help: nameHelp), site,
    Option.required("time-zone", zoneSyntax, help: zoneHelp), mode, confirm, exceptions, lock,
    ItemFields.localizations)
  static let edited = Parameters(
    name, site, timeZone, mode, confirm, exceptions, lock, ItemFields.localizations)

  private let object: JSONObject

  init(_ arguments: Arguments) throws(UsageError) {
    var object: JSONObject = [:]
    object.set("name", try arguments[Self.name]) { .string($0) }
    object.set("site", try arguments[Self.site]) { .string($0) }
    object.set("timeZone", try arguments[Self.timeZone]) { .string($0) }
    object.set("mode", try arguments[Self.mode]) { .string($0.rawValue) }
    object.set("confirm", try arguments[Self.confirm]) { .string($0.rawValue) }
    object.set("exceptions", try arguments[Self.exceptions]) { dates in
      .array(dates.map { .string($0.description) })
    }
    object.set("lock", try arguments[Self.lock]) { .object($0) }
    object.set("localizations", try arguments[ItemFields.localizations]) { .object($0) }
    self.object = object
  }

  func object(editing id: String?, in context: KeywayContext) -> JSONObject { object }
}

extension Door: AddableNoun {
  typealias Fields = DoorFields
  static let article = "a door"
  static let addExample = Example(
    "keyway door add front --name 'Front door' --time-zone Asia/Tokyo --lock simulator",
    "A door whose lock is simulated.")
  static let editExample = Example(
    "keyway door edit front --site 'Head office' --no-exceptions", "Set one field, clear another.")
}
