import KeywayCore

/// The options of `device add` and `device edit`.
struct DeviceFields: RecordFields {
  private static let holder = Option.clearable(
    "holder", .reference(to: Holder.self).named("H"), help: "Whose phone it is.")
  private static let platform = Option.optional(
    "platform", .choice(of: Device.Platform.self), help: "What it runs; ios when never said.")
  private static let shortcutLimit = Option.clearable(
    "shortcut-limit", .shortcutLimit, help: "How many items it is given; 4 when never said.")
  private static let language = Option.clearable(
    "language", .text.named("TAG"), help: "Its language, as a BCP 47 tag such as ja.")

  static let added = Parameters(
    holder, platform, shortcutLimit, language, StandingField.state)
  static let edited = added

  private let holder: Change<Reference<Holder>>
  private let object: JSONObject

  init(_ arguments: Arguments) throws(UsageError) {
    holder = try arguments[Self.holder]
    var object: JSONObject = [:]
    object.set("platform", try arguments[Self.platform]) { .string($0.rawValue) }
    object.set("shortcutLimit", try arguments[Self.shortcutLimit]) { limit in
      switch limit {
      case .count(let count): .integer(count)
      case .all: .string("all")
      }
    }
    object.set("language", try arguments[Self.language]) { .string($0) }
    object.set("state", try arguments[StandingField.state]) { .string($0.rawValue) }
    self.object = object
  }

  func object(editing id: String?, in context: KeywayContext) throws -> JSONObject {
    var object = object
    try object.set("holder", holder) { .string(try context.resolve($0).text) }
    return object
  }
}

extension Device: AddableNoun {
  typealias Fields = DeviceFields
  static let article = "a device"
  static let addExample = Example(
    "keyway device add phone-1 --holder h1 --language ja", "A person's phone.")
  static let editExample = Example(
    "keyway device edit phone-1 --no-holder", "The phone is nobody's from now on.")
}
