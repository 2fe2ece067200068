extension RecordingFields {
  func tapID() throws(RecordingError) -> Tap.ID? {
    guard let text = try text("tap") else { return nil }
    guard Tap.isValidID(text.utf8.span) else {
      throw error(
        "tap",
        "is \(quoted(text)); a tap id has 1 to 128 letters, digits, '.', '-' and '_',"
          + " the first a letter or digit")
    }
    return text
  }

  /// The names of the flags as they stand there; none when the field is absent.
  func flags() throws(RecordingError) -> [String] {
    guard let value = object["flags"] else { return [] }
    guard case .array(let elements) = value else { throw mismatch("flags", "an array", value) }
    var names: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .string(let name) = element else {
        throw mismatch("flags.\(index)", "a string", element)
      }
      names.append(name)
    }
    return names
  }

  func version(_ name: String) throws(RecordingError) -> Int64? {
    try version(object[name], field: name)
  }

  /// The version of a shortcut set, from 1 on.
  func version(_ value: JSONValue?, field: String) throws(RecordingError) -> Int64? {
    guard let value else { return nil }
    guard let version = value.wholeNumber else { throw mismatch(field, "an integer", value) }
    guard version >= 1 else { throw error(field, "is \(version); versions begin with 1") }
    return version
  }

  func expectation() throws(RecordingError) -> Expectation? {
    guard let object = try members("expect") else { return nil }
    if let unknown = Expectation.unknownField(of: object) {
      throw error("expect.\(unknown)", "is not a field of an output line")
    }
    return Expectation(object)
  }
}
