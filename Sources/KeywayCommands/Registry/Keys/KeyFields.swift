import KeywayCore
import KeywayService
import KeywayStore

/// The options of `key issue` and `key edit`.
struct KeyFields: RecordFields {
  static let holder = Option.optional(
    "holder", .reference(to: Holder.self).named("H"), help: "Whose key it is.")
  static let everyone = Flag.present("everyone", help: "The key is for everyone.")
  private static let name = Option.optional(
    "name", .text, help: "What its item says; the door's name when never said.")
  private static let maxUses = Option.clearable(
    "max-uses", .count(in: 1...Int64(1) << 53 - 1), help: "How many unlocks it is good for.")

  private static let shared =
    Parameters(holder, everyone, name) + ValidityFields.parameters + ScheduleFields.parameters
    + Parameters(maxUses, ItemFields.rank, StandingField.state, ItemFields.localizations)
    + ShortcutFields.parameters
  static let added = shared.exactlyOne(of: holder, everyone)
  static let edited = shared.atMostOne(of: holder, everyone)

  private let holder: Reference<Holder>?
  private let validity: ValidityFields
  private let shortcut: ShortcutFields
  /// The fields for which nothing has to be looked up.
  private let plain: JSONObject

  init(_ arguments: Arguments) throws(UsageError) {
    holder = try arguments[Self.holder]
    validity = try ValidityFields(arguments)
    shortcut = try ShortcutFields(arguments)
    var plain: JSONObject = [:]
    if try arguments[Self.everyone] { plain["holder"] = .null }
    plain.set("name", try arguments[Self.name]) { .string($0) }
    plain["schedule"] = try ScheduleFields(arguments).json
    plain.set("maxUses", try arguments[Self.maxUses]) { .integer($0) }
    plain.set("rank", try arguments[ItemFields.rank]) { .integer($0) }
    plain.set("state", try arguments[StandingField.state]) { .string($0.rawValue) }
    plain.set("localizations", try arguments[ItemFields.localizations]) { .object($0) }
    self.plain = plain
  }

  func object(editing id: String?, in context: KeywayContext) throws -> JSONObject {
    guard let id else { return plain }
    let stored = try context.registry.show(.keys, id).object
    guard case .string(let door)? = stored["door"] else { return plain }
    return try object(atDoor: Door.ID(trusted: door), over: stored["shortcut"], in: context)
  }

  /// The members of the site file's object that were given.
  ///
  /// - Parameters:
  ///   - door: whose wall time is meant.
  ///   - stored: the key's shortcut as it is.
  func object(
    atDoor door: Door.ID, over stored: JSONValue?, in context: KeywayContext
  ) throws -> JSONObject {
    var object = plain
    try object.set("holder", holder) { .string(try context.resolve($0).text) }
    for (field, value) in try validity.object(atDoor: door, in: context).members {
      object[field] = value
    }
    if shortcut.isGiven { object["shortcut"] = shortcut.json(over: stored) }
    return object
  }
}

extension Key: RecordNoun {
  typealias Fields = KeyFields
  static let article = "a key"
  static let editExample = Example(
    "keyway key edit k1 --no-valid-until --max-uses 10", "No end, but ten unlocks.")
  static let discussion = TimeHelp.text
}

/// What help says about times and schedules.
enum TimeHelp {
  static let text = """
    Times without an offset, such as 2026-03-02T08:00 or 2026-03-02, are wall time at the door. \
    --for counts from --valid-from, or from now. The first --days belong to the first --hours, and \
    so on; one of the two alone goes with each of the other, with the whole day or with every day. \
    Hours that end before they begin run into the next day and belong to the first.
    """
}
