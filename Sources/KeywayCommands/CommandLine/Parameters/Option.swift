/// Parameters with a name and a value: `--name VALUE` or `--name=VALUE`.
enum Option {
  /// May be left out; then nil.
  static func optional<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<Value?> {
    Parameter(Declaration(.option, name, syntax, help: help)) { (found) throws(ValueError) in
      try syntax.values(in: found).first
    }
  }

  /// Must be given.
  static func required<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<Value> {
    Parameter(Declaration(.option, name, syntax, help: help).with(isRequired: true)) {
      (found) throws(ValueError) in try syntax.value(in: found)
    }
  }

  /// May be left out; the default is shown in help.
  static func defaulted<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, to value: Value, help: String
  ) -> Parameter<Value> {
    let declaration = Declaration(.option, name, syntax, help: help)
    return Parameter(declaration.with(defaultText: syntax.text(of: value))) {
      (found) throws(ValueError) in try syntax.values(in: found).first ?? value
    }
  }

  /// May be given any number of times; the values keep their order.
  static func repeated<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<[Value]> {
    Parameter(Declaration(.option, name, syntax, help: help).with(isRepeatable: true)) {
      (found) throws(ValueError) in try syntax.values(in: found)
    }
  }

  /// For fields that may be emptied: absent, `--no-name` or an empty value, or a value.
  static func clearable<Value>(
    _ name: String, _ syntax: ValueSyntax<Value>, help: String
  ) -> Parameter<Change<Value>> {
    Parameter(Declaration(.clearable, name, syntax, help: help)) { (found) throws(ValueError) in
      switch found.first {
      case nil: .keep
      case .negated, .present, .value(""): .clear
      case .value("null") where !syntax.isFreeText: .clear
      case .value(let text): .set(try syntax.parse(text))
      }
    }
  }
}
