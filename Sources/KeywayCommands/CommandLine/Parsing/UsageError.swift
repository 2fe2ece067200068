/// The command line cannot be understood; nothing was done.
struct UsageError: Error, Hashable, Sendable {
  enum Code: String, Sendable, CaseIterable {
    case unknownCommand, unknownVerb, unknownOption
    case missing, missingValue, unexpected, unexpectedValue, invalidValue, repeated, conflict
  }

  let code: Code
  /// Program, noun and verb, as far as they were understood.
  let path: [String]
  /// What is wrong, in words; text from the arguments is escaped.
  let message: String
  /// What was probably meant, or nil.
  let suggestion: String?
  /// A list of what could have been said, printed instead of the hint, or nil.
  let help: String?

  init(
    _ code: Code, at path: [String], _ message: String, suggestion: String? = nil,
    help: String? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.suggestion = suggestion
    self.help = help
  }

  var exitStatus: ExitStatus { .usage }
}

extension UsageError: CustomStringConvertible {
  /// Two lines for standard error, without the last line feed: what is wrong and where help is.
  var description: String {
    let place = path.joined(separator: " ")
    let question = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let first = "\(place): \(message)\(question)\n"
    return first + (help.map { "\n" + $0 } ?? "see '\(place) --help'")
  }
}
