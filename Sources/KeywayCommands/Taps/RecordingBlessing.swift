import KeywayCore

/// Collects a recording whose outcomes are written back as what is expected.
struct RecordingBlessing {
  /// The recording so far, one line after the other.
  private(set) var text: [UInt8] = []

  /// Keeps a line as it is.
  mutating func keep(_ line: ArraySlice<UInt8>) {
    text += line
    text.append(0x0A)
  }

  /// Adds a line, in canonical JSON, that expects all of the output but its number and instant.
  mutating func bless(_ line: ArraySlice<UInt8>, with output: JSONObject) throws(JSONError) {
    guard case .object(var object) = try JSONValue(parsing: line.span) else { return keep(line) }
    var expected = output
    expected["line"] = nil
    expected["at"] = nil
    object["expect"] = .object(expected)
    text += CanonicalJSON.bytes(of: .object(object))
    text.append(0x0A)
  }
}
