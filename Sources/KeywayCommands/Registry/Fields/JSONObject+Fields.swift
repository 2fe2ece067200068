import KeywayCore

extension JSONObject {
  /// Sets a field that was given.
  mutating func set<Value>(_ field: String, _ value: Value?, _ json: (Value) throws -> JSONValue)
    rethrows
  {
    if let value { self[field] = try json(value) }
  }

  /// Sets a field that was given, to null when it is cleared.
  mutating func set<Value>(
    _ field: String, _ change: Change<Value>, _ json: (Value) throws -> JSONValue
  ) rethrows {
    switch change {
    case .keep: break
    case .clear: self[field] = .null
    case .set(let value): self[field] = try json(value)
    }
  }
}
