/// Parameters with a name and no value.
enum Flag {
  /// True when `--name` is given.
  static func present(_ name: String, help: String) -> Parameter<Bool> {
    Parameter(Declaration(kind: .flag, name: name, help: help)) { (found) throws(ValueError) in
      !found.isEmpty
    }
  }

  /// True for `--name`, false for `--no-name`, nil for neither.
  static func either(_ name: String, help: String) -> Parameter<Bool?> {
    Parameter(Declaration(kind: .toggle, name: name, help: help)) { (found) throws(ValueError) in
      found.first.map { $0 == .present }
    }
  }
}
