import KeywayCore

/// A shortcut set, as it is issued and served.
enum SetSchema {
  static let set: JSONObject = {
    var set = SchemaPart.object(
      [
        "device": SchemaPart.id, "version": SchemaPart.integer(from: 1),
        "issuedAt": SchemaPart.instant,
        "limit": .object([
          "anyOf": .array([SchemaPart.integer(from: 0), .object(["const": .string("all")])])
        ]), "items": .object(SchemaPart.list(of: item)),
        "omitted": .object(SchemaPart.list(of: omitted)),
      ], required: ["device", "version", "limit", "items", "omitted"])
    set["$defs"] = SchemaPart.definitions
    return set
  }()

  /// The fields of an item, which recordings have too.
  static let itemFields: JSONObject = [
    "type": SchemaPart.string, "localizedTitle": SchemaPart.string,
    "localizedSubtitle": SchemaPart.nullable(SchemaPart.string),
    "icon": SchemaPart.nullable(SchemaPart.icon), "userInfo": SchemaPart.userInfo,
    "targetContentIdentifier": SchemaPart.nullable(SchemaPart.string),
    "origin": SchemaPart.choice("static", "dynamic"),
  ]

  private static let item: JSONValue = .object(
    SchemaPart.object(itemFields, required: itemFields.members.map(\.key)))

  private static let omitted: JSONValue = .object(
    SchemaPart.object(
      ["type": SchemaPart.string, "reason": SchemaPart.choice(ShortcutSet.Omission.self)],
      required: ["type", "reason"]))
}
