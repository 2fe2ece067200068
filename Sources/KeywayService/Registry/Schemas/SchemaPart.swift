import KeywayCore

/// Pieces that schemas are made of.
enum SchemaPart {
  /// An object that has no other members than these; `required` must be there.
  static func object(
    _ properties: JSONObject, required: [String] = []
  ) -> JSONObject {
    var object: JSONObject = [
      "type": .string("object"), "properties": .object(properties),
      "additionalProperties": .bool(false),
    ]
    if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
    return object
  }

  static func list(of items: JSONValue) -> JSONObject {
    ["type": .string("array"), "items": items]
  }

  static func nullable(_ schema: JSONValue) -> JSONValue {
    .object(["anyOf": .array([schema, .object(["type": .string("null")])])])
  }

  static func choice<T: RawRepresentable<String> & CaseIterable>(_: T.Type) -> JSONValue {
    .object(["enum": .array(T.allCases.map { .string($0.rawValue) })])
  }

  static func choice(_ words: String...) -> JSONValue {
    .object(["enum": .array(words.map { .string($0) })])
  }

  /// Characters are counted, where Keyway counts bytes of UTF-8.
  static func text(_ length: ClosedRange<Int64>) -> JSONValue {
    .object([
      "type": .string("string"), "minLength": .integer(length.lowerBound),
      "maxLength": .integer(length.upperBound),
    ])
  }

  static let name = text(1...255)
  static let string: JSONValue = .object(["type": .string("string")])
  static let boolean: JSONValue = .object(["type": .string("boolean")])
  static let integer: JSONValue = .object(["type": .string("integer")])
  static let anyObject: JSONValue = .object(["type": .string("object")])

  static func integer(from least: Int64) -> JSONValue {
    .object(["type": .string("integer"), "minimum": .integer(least)])
  }

  static func pattern(_ pattern: String) -> JSONValue {
    .object(["type": .string("string"), "pattern": .string(pattern)])
  }

  static let language = pattern("^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$")
  static let id = pattern("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")
  static let tap = pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")
  static let date = pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
  static let duration = pattern("^(0|[1-9][0-9]{0,14})(d|h|m|s|ms)$")
  static let instant = pattern(
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,3})?(Z|[+-][0-9]{2}:[0-9]{2})$"
  )

  static let icon: JSONValue = {
    var icon = object([
      "systemImageName": nullable(name), "templateImageName": nullable(name),
      "type": nullable(choice(ShortcutIcon.SystemType.self)),
    ])
    icon["minProperties"] = .integer(1)
    return .object(icon)
  }()

  /// Text, booleans, numbers, arrays and objects, whose members do not begin with `$`; tags stand
  /// for what JSON cannot say.
  static let userInfo: JSONValue = .object([
    "type": .string("object"),
    "additionalProperties": .object(["$ref": .string("#/$defs/userInfoValue")]),
    "propertyNames": .object(["pattern": .string("^(?!\\$)")]),
  ])

  /// What ``userInfo`` refers to.
  static let definitions: JSONValue = .object(["userInfoValue": .object(["anyOf": .array(values)])])

  private static let values: [JSONValue] =
    [
      .object(["type": .array([.string("string"), .string("boolean"), .string("number")])]),
      .object(list(of: .object(["$ref": .string("#/$defs/userInfoValue")]))), userInfo,
    ]
    + ["$real", "$integer", "$date", "$data"].map { tag in
      .object(object([tag: string], required: [tag]))
    }
}
