import KeywayCore
import KeywayService
import KeywayStore

/// The options of `action add` and `action edit`.
struct ActionFields: RecordFields {
  private static let title = Option.optional("title", .text, help: titleHelp)
  private static let subtitle = Option.clearable("subtitle", .text, help: "The line beneath.")
  private static let screen = Option.optional("screen", screenSyntax, help: screenHelp)
  private static let isStatic = Flag.either(
    "static", help: "Whether the app itself carries the item.")
  private static let titleHelp = "What the item says."
  private static let screenHelp = "The screen of the app that it opens."
  private static let screenSyntax = ValueSyntax<String>.text.named("SCREEN")

  static let added =
    Parameters(
      Option.required("title", .text, help: titleHelp), subtitle,
      Option.required("screen", screenSyntax, help: screenHelp), isStatic, ItemFields.rank,
      ItemFields.userInfo, ItemFields.localizations) + IconFields.parameters
  static let edited =
    Parameters(
      title, subtitle, screen, isStatic, ItemFields.rank, ItemFields.userInfo,
      ItemFields.localizations)
    + IconFields.parameters

  private let icon: IconFields
  private let object: JSONObject

  init(_ arguments: Arguments) throws(UsageError) {
    icon = try IconFields(arguments)
    var object: JSONObject = [:]
    object.set("title", try arguments[Self.title]) { .string($0) }
    object.set("subtitle", try arguments[Self.subtitle]) { .string($0) }
    object.set("screen", try arguments[Self.screen]) { .string($0) }
    object.set("static", try arguments[Self.isStatic]) { .bool($0) }
    object.set("rank", try arguments[ItemFields.rank]) { .integer($0) }
    object.set("userInfo", try arguments[ItemFields.userInfo]) { .object($0) }
    object.set("localizations", try arguments[ItemFields.localizations]) { .object($0) }
    self.object = object
  }

  func object(editing id: String?, in context: KeywayContext) throws -> JSONObject {
    var object = object
    if icon.isGiven {
      let stored = try id.flatMap { try context.registry.show(.actions, $0).object["icon"] }
      object["icon"] = icon.json(over: stored)
    }
    return object
  }
}

extension Action: AddableNoun {
  typealias Fields = ActionFields
  static let article = "an action"
  static let newID = ValueSyntax<String>("TYPE") { (text) throws(ValueError) in
    guard ActionType(text) != nil else {
      throw ValueError("is no type: 1 to 255 bytes without control characters")
    }
    return text
  }
  static let newIDParameter: any AnyParameter = Positional.required(
    "type", newID, help: "The item's type, as the app names it.")
  static let addExample = Example(
    "keyway action add search --title Search --screen search --static",
    "An item that the app itself carries.")
  static let editExample = Example(
    "keyway action edit search --subtitle 'Everywhere'", "A line beneath the title.")
}
