import KeywayCore
import KeywayService
import KeywayStore

/// `keyway key issue`
struct KeyIssue: Command {
  private static let id = Positional.optional(
    "id", .id(of: Key.self), help: "The new key's id; made up when absent.")
  private static let door = Option.required(
    "door", .reference(to: Door.self).named("D"), help: "The door that it opens, for good.")

  static let name = "issue"
  static let summary = "Issue a key to a holder or to everyone, and print it."
  static let discussion = TimeHelp.text
  static let parameters =
    Parameters(id, door) + KeyFields.added + Parameters(Common.because, Common.dryRun)
  static let examples = [
    Example("keyway key issue k1 --door front --holder h1 --for 3d", "A key for three days."),
    Example(
      "keyway key issue --door gate --everyone --days mon-fri --hours 08:00-18:00",
      "A key for everyone with opening hours."),
  ]

  private let id: Key.ID?
  private let door: Reference<Door>
  private let fields: KeyFields
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    id = try arguments[Self.id]
    door = try arguments[Self.door]
    fields = try KeyFields(arguments)
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let door = try context.resolve(door)
    var object = try fields.object(atDoor: door, over: nil, in: context)
    object["id"] = id.map { .string($0.text) }
    object["door"] = .string(door.text)
    if object["name"] == nil {
      object["name"] = try context.registry.show(.doors, door.text).object["name"]
    }
    let result = try context.registry.add(
      .keys, object, actor: context.actor, dryRun: isRehearsal)
    try context.print(result, isRehearsal: isRehearsal)
  }
}
