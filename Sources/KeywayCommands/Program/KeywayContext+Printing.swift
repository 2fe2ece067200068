import KeywayCore

extension KeywayContext {
  /// One line of canonical JSON.
  func print(_ object: JSONObject) throws {
    try output.line(CanonicalJSON.bytes(of: .object(object)))
  }

  /// Canonical JSON for programs, the sentence for people.
  func print(_ object: JSONObject, orSay sentence: @autoclosure () -> String) throws {
    switch output.format {
    case .json: try print(object)
    case .table: try output.print(SafeText.escaped(sentence()) + "\n")
    }
  }

  /// A line on standard error.
  func note(_ text: String) throws {
    try output.note(SafeText.escaped(text))
  }
}
