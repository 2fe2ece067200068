/// Sorts arguments under the parameters that they belong to.
struct ArgumentParser {
  /// Program, noun and verb, as far as they are known.
  var path: [String]
  private var parameters: Parameters
  private var occurrences: [String: [Occurrence]] = [:]
  /// How many of the positional parameters are full.
  private var filled = 0

  init(path: [String], parameters: Parameters) {
    self.path = path
    self.parameters = parameters
  }

  /// Moves on to a command: its parameters are known from here.
  mutating func enter(_ command: Parameters) { parameters = command + parameters }

  /// Takes options up to the next word and returns that, or nil at the end.
  mutating func word(from cursor: inout Cursor) throws(UsageError) -> String? {
    while let token = cursor.next() {
      switch token {
      case .word(let word): return word
      case .option(let name, let value): try option(name, value, &cursor)
      }
    }
    return nil
  }

  /// Takes everything that is left and checks the whole.
  mutating func finish(_ cursor: inout Cursor) throws(UsageError) -> Arguments {
    while let word = try word(from: &cursor) { try positional(word) }
    try checkRequired()
    for rule in parameters.rules {
      if let (code, message) = rule.violation(given: { occurrences[$0.title] != nil }) {
        throw UsageError(code, at: path, message)
      }
    }
    let arguments = Arguments(path: path, occurrences: occurrences)
    try arguments.checkValues(of: parameters)
    return arguments
  }

  private mutating func option(
    _ name: String, _ inline: String?, _ cursor: inout Cursor
  ) throws(UsageError) {
    // Help was looked for before anything else; what is left of it has no meaning.
    let isHelp = Cursor.helpOptions.contains(name)
    if isHelp, inline == nil { return }
    guard let declaration = parameters.options.first(where: { $0.options.contains(name) }) else {
      throw isHelp ? withoutValue(name) : unknown(name)
    }
    let isNegated = name != declaration.title
    guard declaration.takesValue, !isNegated else {
      guard inline == nil else { throw withoutValue(name) }
      return try add(isNegated ? .negated : .present, to: declaration)
    }
    let value = inline ?? cursor.value(mayBeginWithHyphen: declaration.mayBeginWithHyphen)
    guard let value else {
      throw UsageError(.missingValue, at: path, "missing value: \(declaration.label)")
    }
    try add(.value(value), to: declaration)
  }

  private mutating func positional(_ word: String) throws(UsageError) {
    let positionals = parameters.positionals
    guard filled < positionals.count else {
      throw UsageError(.unexpected, at: path, "unexpected argument \(SafeText.quoted(word))")
    }
    let declaration = positionals[filled]
    if !declaration.isRepeatable { filled += 1 }
    try add(.value(word), to: declaration)
  }

  private mutating func add(
    _ occurrence: Occurrence, to declaration: Declaration
  ) throws(UsageError) {
    guard declaration.isRepeatable || occurrences[declaration.title] == nil else {
      throw UsageError(.repeated, at: path, "\(declaration.title) is given twice")
    }
    occurrences[declaration.title, default: []].append(occurrence)
  }

  private func checkRequired() throws(UsageError) {
    let missing = parameters.declarations.filter {
      $0.isRequired && occurrences[$0.title] == nil
    }
    guard missing.isEmpty else {
      let labels = WordList.join(missing.map(\.label), "and")
      throw UsageError(.missing, at: path, "missing \(labels)")
    }
  }

  private func withoutValue(_ name: String) -> UsageError {
    UsageError(.unexpectedValue, at: path, "\(name) takes no value")
  }

  private func unknown(_ name: String) -> UsageError {
    let known = parameters.options.flatMap(\.options) + ["--help"]
    return UsageError(
      .unknownOption, at: path, "unknown option \(SafeText.quoted(name))",
      suggestion: Suggestion.nearest(to: name, among: known))
  }
}
