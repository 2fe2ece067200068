extension Expectation {
  /// The fields that an output line can have.
  package static let fields: Set<String> = [
    "at", "command", "completed", "detail", "door", "dropped", "handedOver", "key", "line", "link",
    "nextValid", "of", "outcome", "published", "reason", "retryAfter", "screen", "showing",
    "superseded", "tap", "userInfo",
  ]

  /// The way to the first field that no output line has, or nil when there is none.
  ///
  /// An expectation of null would hold for ever under a mistyped name. Fields of `handedOver` are
  /// those of a line.
  package static func unknownField(of object: JSONObject) -> String? {
    for member in object.members {
      guard fields.contains(member.key) else { return member.key }
      if member.key == "handedOver", case .object(let nested) = member.value,
        let unknown = unknownField(of: nested)
      {
        return "handedOver.\(unknown)"
      }
    }
    return nil
  }
}
