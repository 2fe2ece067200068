import KeywayCore

/// One line of a recording.
enum RecordingSchema {
  static let line: JSONObject = {
    var line = SchemaPart.object(fields, required: ["at"])
    line["$defs"] = SchemaPart.definitions
    return line
  }()

  private static let fields: JSONObject = [
    "at": SchemaPart.instant, "received": SchemaPart.instant, "device": SchemaPart.id,
    "scene": SchemaPart.string,
    "event": SchemaPart.choice(
      "launch", "active", "inactive", "background", "terminate", "ready", "lock"),
    "door": SchemaPart.id,
    "state": SchemaPart.choice(LockBehaviour.self), "after": SchemaPart.duration,
    "apply": site, "channel": SchemaPart.choice(TapChannel.self), "item": item,
    "link": SchemaPart.string, "tap": SchemaPart.tap, "list": SchemaPart.integer(from: 0),
    "flags": .object([
      "type": .string("array"), "uniqueItems": .bool(true),
      "items": SchemaPart.choice("recreated", "fromHistory", "confirmed", "slowStart"),
    ]), "expect": SchemaPart.anyObject,
  ]

  /// A site file's own definitions stand at the root.
  private static let site: JSONValue = {
    var site = SiteSchema.file
    site["$defs"] = nil
    return .object(site)
  }()

  private static let item: JSONValue = {
    var fields = SetSchema.itemFields
    fields["userInfo"] = SchemaPart.nullable(SchemaPart.userInfo)
    fields["localizedTitle"] = SchemaPart.nullable(SchemaPart.string)
    return .object(SchemaPart.object(fields, required: ["type"]))
  }()
}
