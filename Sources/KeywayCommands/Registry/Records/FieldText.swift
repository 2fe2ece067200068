import KeywayCore
import KeywayStore

/// The values of fields in words for people.
struct FieldText {
  let list: RegistryList
  /// Where instants are shown, or nil for UTC.
  let zone: TimeZoneRules?

  func cell(_ field: String, _ value: JSONValue) -> Table.Cell {
    Table.Cell(text(field, value), tone: Self.tone(field, value))
  }

  func text(_ field: String, _ value: JSONValue) -> String {
    switch (field, value) {
    case ("holder", .null): list == .keys ? "everyone" : "nobody"
    case ("validFrom", .string(let text)), ("validUntil", .string(let text)): local(text)
    case ("schedule", .array(let windows)): Self.schedule(windows)
    case (_, .array(let elements)): Self.words(elements, between: ", ")
    default: Self.text(of: value)
    }
  }

  /// The instant as clocks at the door show it, to the second.
  private func local(_ text: String) -> String {
    guard let zone, let instant = try? Timestamp(parsing: text.utf8.span) else { return text }
    return instant.rfc3339(offsetSeconds: zone.offset(at: instant).seconds)
  }

  private static func schedule(_ windows: [JSONValue]) -> String {
    if windows.isEmpty { return "always" }
    return windows.map { window in
      guard case .object(let window) = window, case .array(let days)? = window["days"] else {
        return text(of: window)
      }
      let hours = [window["from"] ?? .null, window["until"] ?? .null]
      return "\(words(days, between: ",")) \(words(hours, between: "-"))"
    }.joined(separator: "; ")
  }

  private static func words(_ values: [JSONValue], between separator: String) -> String {
    values.isEmpty ? "-" : values.map { text(of: $0) }.joined(separator: separator)
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .null: "-"
    case .bool(let flag): flag ? "yes" : "no"
    case .string(let text): text
    default: String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)
    }
  }

  private static func tone(_ field: String, _ value: JSONValue) -> Tone {
    guard case .string(let word) = value, ["state", "mode", "outcome"].contains(field) else {
      return .plain
    }
    switch word {
    case "active", "normal", "granted": return .good
    case "suspended", "disabled": return .caution
    default: return .bad
    }
  }
}
