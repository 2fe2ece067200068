/// The arguments of one command, checked against its parameters.
struct Arguments: Sendable {
  /// Program, noun and verb.
  let path: [String]
  private let occurrences: [String: [Occurrence]]

  init(path: [String], occurrences: [String: [Occurrence]]) {
    self.path = path
    self.occurrences = occurrences
  }

  /// The value of a parameter that the command or the program declares.
  ///
  /// Values were checked while parsing, so in practice this throws for undeclared parameters only.
  subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(UsageError) {
      do throws(ValueError) {
        return try parameter.read(occurrences[parameter.declaration.title] ?? [])
      } catch {
        throw invalid(error, of: parameter.declaration)
      }
    }
  }

  /// Whether the parameter was given, in whatever form.
  func contains(_ parameter: some AnyParameter) -> Bool {
    occurrences[parameter.declaration.title] != nil
  }

  /// An error that names this command, for rules that only the command can check.
  func error(
    _ code: UsageError.Code, _ message: String, suggestion: String? = nil
  ) -> UsageError {
    UsageError(code, at: path, message, suggestion: suggestion)
  }

  /// Refuses the first value that its parameter cannot read.
  func checkValues(of parameters: Parameters) throws(UsageError) {
    for parameter in parameters.all {
      do throws(ValueError) {
        try parameter.check(occurrences[parameter.declaration.title] ?? [])
      } catch {
        throw invalid(error, of: parameter.declaration)
      }
    }
  }

  private func invalid(_ error: ValueError, of declaration: Declaration) -> UsageError {
    let text = SafeText.quoted(error.text)
    return self.error(
      .invalidValue, "\(declaration.title) \(text) \(error.reason)", suggestion: error.suggestion)
  }
}
