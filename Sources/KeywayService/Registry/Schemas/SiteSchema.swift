import KeywayCore

/// A site file; `null` clears what can be cleared, and an absent field keeps what is stored.
enum SiteSchema {
  static let file: JSONObject = {
    var file = SchemaPart.object(
      [
        "keyway": .object(["const": .integer(1)]), "doors": records(door, "id"),
        "holders": records(holder, "id"), "devices": records(device, "id"),
        "keys": .object(SchemaPart.list(of: .object(SchemaPart.object(key, required: ["id"])))),
        "actions": records(action, "type"),
      ], required: ["keyway"])
    file["$defs"] = SchemaPart.definitions
    return file
  }()

  /// A list whose elements are records, or ids that are gone.
  private static func records(_ fields: JSONObject, _ id: String) -> JSONValue {
    let removed = SchemaPart.object(
      [id: fields[id] ?? SchemaPart.id, "state": .object(["const": .string("removed")])],
      required: [id, "state"])
    return .object(
      SchemaPart.list(
        of: .object([
          "anyOf": .array([
            .object(SchemaPart.object(fields, required: [id])), .object(removed),
          ])
        ])))
  }

  private static let door: JSONObject = [
    "id": SchemaPart.id, "name": SchemaPart.name, "site": SchemaPart.nullable(SchemaPart.name),
    "timeZone": SchemaPart.pattern("^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$"),
    "mode": SchemaPart.choice(Door.Mode.self),
    "confirm": SchemaPart.choice(Door.Confirmation.self),
    "exceptions": SchemaPart.nullable(
      .object([
        "type": .string("array"), "items": SchemaPart.date, "uniqueItems": .bool(true),
        "maxItems": .integer(Int64(SiteFileValue.mostExceptions)),
      ])),
    "lock": SchemaPart.nullable(.object(["anyOf": .array(LockDriverName.allCases.map(lock))])),
    "localizations": localizations(["site": SchemaPart.name]),
  ]

  private static func lock(_ driver: LockDriverName) -> JSONValue {
    var members: JSONObject = ["driver": .object(["const": .string(driver.rawValue)])]
    for member in driver.members { members[member] = SchemaPart.nullable(SchemaPart.name) }
    return .object(SchemaPart.object(members, required: ["driver"]))
  }

  private static let holder: JSONObject = [
    "id": SchemaPart.id, "name": SchemaPart.name, "state": SchemaPart.choice(Standing.self),
  ]

  private static let device: JSONObject = [
    "id": SchemaPart.id, "holder": SchemaPart.nullable(SchemaPart.id),
    "platform": SchemaPart.nullable(SchemaPart.choice(Device.Platform.self)),
    "shortcutLimit": .object([
      "anyOf": .array([
        .object(["type": .string("integer"), "minimum": .integer(0), "maximum": .integer(1000)]),
        .object(["const": .string("all")]), .object(["type": .string("null")]),
      ])
    ]),
    "language": SchemaPart.nullable(SchemaPart.language),
    "state": SchemaPart.choice(Standing.self),
  ]

  private static let key: JSONObject = [
    "id": SchemaPart.id, "door": SchemaPart.id, "holder": SchemaPart.nullable(SchemaPart.id),
    "name": SchemaPart.name, "validFrom": SchemaPart.nullable(SchemaPart.instant),
    "validUntil": SchemaPart.nullable(SchemaPart.instant),
    "schedule": SchemaPart.nullable(
      .object([
        "type": .string("array"), "items": window,
        "maxItems": .integer(Int64(SiteFileValue.mostWindows)),
      ])), "maxUses": SchemaPart.nullable(SchemaPart.integer(from: 1)),
    "state": SchemaPart.choice(Key.State.self), "rank": SchemaPart.nullable(SchemaPart.integer),
    "shortcut": SchemaPart.nullable(
      .object(
        SchemaPart.object([
          "subtitle": SchemaPart.nullable(SchemaPart.text(0...255)),
          "icon": SchemaPart.nullable(SchemaPart.icon),
          "userInfo": SchemaPart.nullable(SchemaPart.userInfo),
        ]))),
    "localizations": localizations([
      "name": SchemaPart.name, "subtitle": SchemaPart.nullable(SchemaPart.text(0...255)),
    ]),
  ]

  private static let window: JSONValue = .object(
    SchemaPart.object(
      [
        "days": .object([
          "type": .string("array"), "items": SchemaPart.choice(Weekday.self),
          "minItems": .integer(1),
          "uniqueItems": .bool(true),
        ]), "from": SchemaPart.pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$"),
        "until": SchemaPart.pattern("^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"),
      ], required: ["days", "from", "until"]))

  private static let action: JSONObject = [
    "type": SchemaPart.name, "title": SchemaPart.name,
    "subtitle": SchemaPart.nullable(SchemaPart.text(0...255)),
    "icon": SchemaPart.nullable(SchemaPart.icon),
    "userInfo": SchemaPart.nullable(SchemaPart.userInfo), "screen": SchemaPart.name,
    "static": SchemaPart.nullable(SchemaPart.boolean),
    "rank": SchemaPart.nullable(SchemaPart.integer),
    "localizations": localizations([
      "title": SchemaPart.name, "subtitle": SchemaPart.nullable(SchemaPart.text(0...255)),
    ]),
  ]

  /// Texts by language tag.
  private static func localizations(_ texts: JSONObject) -> JSONValue {
    SchemaPart.nullable(
      .object([
        "type": .string("object"), "propertyNames": SchemaPart.language,
        "additionalProperties": .object(SchemaPart.object(texts)),
        "maxProperties": .integer(Int64(SiteFileValue.mostLanguages)),
      ]))
  }
}
