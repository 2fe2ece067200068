import KeywayCore
import KeywayStore

extension Statement {
  /// The value whose raw text is in the column; throws `corrupt` for a text that is none.
  func value<Value: RawRepresentable<String>>(_ column: Int) throws(StoreError) -> Value {
    let text = try text(column)
    guard let value = Value(rawValue: text) else { throw unreadable(column) }
    return value
  }

  /// The instant in the column, nil for NULL.
  func timestampIfPresent(_ column: Int) throws(StoreError) -> Timestamp? {
    try int64IfPresent(column).map(Timestamp.init(milliseconds:))
  }

  /// The JSON object in the column, nil for NULL; throws `corrupt` for anything else.
  func objectIfPresent(_ column: Int) throws(StoreError) -> JSONObject? {
    if isNull(column) { return nil }
    guard case .object(let object)? = try json(column) else { throw unreadable(column) }
    return object
  }

  /// The JSON list in the column, empty for NULL; throws `corrupt` for anything else.
  func list(_ column: Int) throws(StoreError) -> [JSONValue] {
    if isNull(column) { return [] }
    guard case .array(let list)? = try json(column) else { throw unreadable(column) }
    return list
  }

  /// Binds canonical JSON, or NULL for nil.
  func bind(_ parameter: Int, json: JSONValue?) throws(StoreError) {
    if let json {
      try bind(parameter, utf8: CanonicalJSON.bytes(of: json).span)
    } else {
      try bindNull(parameter)
    }
  }

  private func json(_ column: Int) throws(StoreError) -> JSONValue? {
    try withBytes(column) { bytes in try? JSONValue(parsing: bytes) }
  }

  /// The error for a stored value that Keyway did not write.
  func unreadable(_ column: Int) -> StoreError {
    StoreError(
      .corrupt,
      "column \(column) of a stored row cannot be read; restore the database from a backup")
  }
}
