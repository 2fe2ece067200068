/// The members of a line, read one by one; null stands for no field.
struct RecordingFields {
  let object: JSONObject
  /// Counted from 1.
  let line: Int

  init(_ object: JSONObject, line: Int) {
    self.object = object
    self.line = line
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  func error(_ field: String?, _ message: String) -> RecordingError {
    RecordingError(line: line, field: field, message: message)
  }

  func require<T>(_ name: String, _ value: T?) throws(RecordingError) -> T {
    guard let value else { throw error(name, "is missing") }
    return value
  }

  func text(_ name: String) throws(RecordingError) -> String? {
    guard let value = object[name] else { return nil }
    guard case .string(let text) = value else { throw mismatch(name, "a string", value) }
    return text
  }

  func members(_ name: String) throws(RecordingError) -> JSONObject? {
    guard let value = object[name] else { return nil }
    guard case .object(let object) = value else { throw mismatch(name, "an object", value) }
    return object
  }

  func instant(_ name: String) throws(RecordingError) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    do throws(TimeTextError) {
      return try Timestamp(parsing: text.utf8.span)
    } catch {
      throw self.error(name, "is \(quoted(text)): \(error.message)")
    }
  }

  /// In milliseconds.
  func duration(_ name: String) throws(RecordingError) -> Int64? {
    guard let text = try text(name) else { return nil }
    do throws(TimeTextError) {
      return try DurationText(parsing: text.utf8.span).milliseconds
    } catch {
      throw self.error(name, "is \(quoted(text)): \(error.message)")
    }
  }

  func id<Owner>(_ name: String) throws(RecordingError) -> Identifier<Owner>? {
    guard let text = try text(name) else { return nil }
    guard let id = Identifier<Owner>(text) else {
      throw error(
        name,
        "is \(quoted(text)); an id has 1 to 64 letters, digits, '-' and '_',"
          + " the first a letter or digit")
    }
    return id
  }

  func word<T: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(RecordingError) -> T? where T.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = T(rawValue: text) else {
      let names = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(name, "is \(quoted(text)), which is not one of \(names)")
    }
    return word
  }

  func mismatch(_ name: String, _ wanted: String, _ value: JSONValue) -> RecordingError {
    error(name, "is \(value.kind), not \(wanted)")
  }
}

/// The text as messages show it: escaped, and cut when it is long.
func quoted(_ text: String) -> String {
  let start = String(text.unicodeScalars.prefix(64))
  let shown = start.utf8.count < text.utf8.count ? start + "…" : start
  return String(decoding: CanonicalJSON.bytes(of: .string(shown)), as: UTF8.self)
}
