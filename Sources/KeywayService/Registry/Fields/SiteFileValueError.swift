import KeywayCore

/// Why a value cannot stand in a field; one error may name several places below the field.
struct SiteFileValueError: Error, Hashable, Sendable {
  /// The path of each problem is relative to the field, as `.days[1]`; empty for the field itself.
  let problems: [RegistryProblem]

  init(_ message: String, at path: String = "") {
    problems = [RegistryProblem(path: path, message: message)]
  }

  init(problems: [RegistryProblem]) {
    self.problems = problems
  }

  static func wrongType(_ expected: String, _ value: JSONValue) -> Self {
    Self("expected \(expected), not \(value.kind)")
  }
}
