import Foundation
import KeywayCore

/// As much of JSON Schema, draft 2020-12, as Keyway's own schemas use.
struct SchemaValidator {
  private let root: JSONObject

  init(_ root: JSONObject) {
    self.root = root
  }

  /// Where the value breaks the schema first, or nil when it is valid.
  func failure(of value: JSONValue) -> String? {
    failure(of: value, against: root, at: "$")
  }

  private func failure(of value: JSONValue, against schema: JSONObject, at path: String) -> String?
  {
    for (keyword, argument) in schema.members {
      if let failure = failure(of: value, keyword, argument, schema, at: path) { return failure }
    }
    return nil
  }

  private func failure(
    of value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject,
    at path: String
  ) -> String? {
    let problem = "\(path) breaks \(keyword)"
    switch (keyword, argument, value) {
    case ("$schema", _, _), ("$defs", _, _), ("title", _, _): return nil
    case ("$ref", .string("#/$defs/userInfoValue"), _):
      return failure(of: value, against: definition("userInfoValue"), at: path)
    case ("type", .string(let type), _): return Self.has(value, type) ? nil : problem
    case ("type", .array(let types), _):
      return types.contains { Self.has(value, Self.text($0)) } ? nil : problem
    case ("const", let wanted, _): return value == wanted ? nil : problem
    case ("enum", .array(let words), _): return words.contains(value) ? nil : problem
    case ("anyOf", .array(let schemas), _):
      let fits = schemas.contains { failure(of: value, against: Self.object($0), at: path) == nil }
      return fits ? nil : problem
    case ("properties", .object(let properties), .object(let object)):
      return failure(in: object, properties: properties, at: path)
    case ("additionalProperties", .bool(false), .object(let object)):
      let known = Self.object(schema["properties"] ?? .null)
      return object.members.first { known[$0.key] == nil }.map { "\(path).\($0.key) is unknown" }
    case ("additionalProperties", .object(let other), .object(let object)):
      return object.members.lazy.compactMap {
        failure(of: $0.value, against: other, at: "\(path).\($0.key)")
      }.first
    case ("propertyNames", .object(let names), .object(let object)):
      return object.members.lazy.compactMap {
        failure(of: .string($0.key), against: names, at: path)
      }.first
    case ("required", .array(let names), .object(let object)):
      return names.allSatisfy { object[Self.text($0)] != nil } ? nil : problem
    case ("items", .object(let item), .array(let values)):
      return values.enumerated().lazy.compactMap {
        failure(of: $0.element, against: item, at: "\(path)[\($0.offset)]")
      }.first
    case ("minItems", .integer(let count), .array(let values)):
      return values.count >= count ? nil : problem
    case ("maxItems", .integer(let count), .array(let values)):
      return values.count <= count ? nil : problem
    case ("uniqueItems", .bool(true), .array(let values)):
      return Set(values).count == values.count ? nil : problem
    case ("minProperties", .integer(let count), .object(let object)):
      return object.count >= count ? nil : problem
    case ("maxProperties", .integer(let count), .object(let object)):
      return object.count <= count ? nil : problem
    case ("minLength", .integer(let count), .string(let text)):
      return text.unicodeScalars.count >= count ? nil : problem
    case ("maxLength", .integer(let count), .string(let text)):
      return text.unicodeScalars.count <= count ? nil : problem
    case ("pattern", .string(let pattern), .string(let text)):
      return text.range(of: pattern, options: .regularExpression) != nil ? nil : problem
    case ("minimum", .integer(let least), .integer(let number)):
      return number >= least ? nil : problem
    case ("maximum", .integer(let most), .integer(let number)):
      return number <= most ? nil : problem
    default:
      return Self.keywords.contains(keyword) ? nil : "\(path): unknown keyword \(keyword)"
    }
  }

  /// Those that say nothing of values of other types.
  private static let keywords = [
    "properties", "additionalProperties", "propertyNames", "required", "items", "minItems",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "minLength", "maxLength",
    "pattern", "minimum", "maximum",
  ]

  private func failure(
    in object: JSONObject, properties: JSONObject, at path: String
  ) -> String? {
    properties.members.lazy.compactMap { name, schema in
      object[name].flatMap {
        failure(of: $0, against: Self.object(schema), at: "\(path).\(name)")
      }
    }.first
  }

  private func definition(_ name: String) -> JSONObject {
    Self.object(Self.object(root["$defs"] ?? .null)[name] ?? .null)
  }

  private static func has(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("null", .null), ("integer", .integer), ("number", .integer), ("number", .real):
      true
    default: false
    }
  }

  private static func object(_ value: JSONValue) -> JSONObject {
    if case .object(let object) = value { object } else { ["broken schema": .null] }
  }

  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { "" }
  }
}
