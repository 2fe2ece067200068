/// Why the text given for a parameter is not a value of it.
struct ValueError: Error, Hashable, Sendable {
  /// Words that follow the quoted text: `is not a whole number`.
  let reason: String
  /// What was probably meant, or nil.
  let suggestion: String?
  /// The text that was refused; filled in by the parameter that was reading it.
  private(set) var text = ""

  init(_ reason: String, suggestion: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
  }

  func about(_ text: String) -> ValueError {
    var copy = self
    copy.text = text
    return copy
  }
}
