/// Parameters known by their place; the name in capitals stands for them in help and errors.
///
/// An optional or repeated one stands last.
enum Positional {
  /// Must be given.
  static func required<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<Value> {
    Parameter(declaration(name, syntax, help).with(isRequired: true)) {
      (found) throws(ValueError) in try syntax.value(in: found)
    }
  }

  /// May be left out; then nil.
  static func optional<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<Value?> {
    Parameter(declaration(name, syntax, help)) { (found) throws(ValueError) in
      try syntax.values(in: found).first
    }
  }

  /// One or more, or also none with `atLeastOne: false`.
  static func repeated<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, atLeastOne: Bool = true, help: String
  ) -> Parameter<[Value]> {
    let declaration = declaration(name, syntax, help)
    return Parameter(declaration.with(isRequired: atLeastOne, isRepeatable: true)) {
      (found) throws(ValueError) in try syntax.values(in: found)
    }
  }

  private static func declaration<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, _ help: String
  ) -> Declaration {
    Declaration(.positional, name, syntax.named(name.uppercased()), help: help)
  }
}
