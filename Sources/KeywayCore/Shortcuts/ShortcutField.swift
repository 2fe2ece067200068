/// Reads one field of an item or an icon.
enum ShortcutField {
  static func text(_ member: JSONObject.Member) throws(ShortcutFieldError) -> String {
    guard case .string(let text) = member.value else { throw mismatch(member, "a string") }
    return text
  }

  /// Nil for null, which says as much as an absent field.
  static func textOrNull(_ member: JSONObject.Member) throws(ShortcutFieldError) -> String? {
    if case .null = member.value { return nil }
    return try text(member)
  }

  /// Nil for null, which says as much as an absent field.
  static func objectOrNull(
    _ member: JSONObject.Member
  ) throws(ShortcutFieldError) -> JSONObject? {
    switch member.value {
    case .null: return nil
    case .object(let object): return object
    default: throw mismatch(member, "an object")
    }
  }

  private static func mismatch(
    _ member: JSONObject.Member, _ wanted: String
  ) -> ShortcutFieldError {
    ShortcutFieldError(path: [member.key], message: "is \(member.value.kind), not \(wanted)")
  }
}
