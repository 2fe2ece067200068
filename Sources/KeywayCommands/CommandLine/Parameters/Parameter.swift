/// One appearance of a parameter among the arguments.
enum Occurrence: Hashable, Sendable {
  case present
  /// As `--no-name`.
  case negated
  case value(String)
}

/// A parameter of any type, as it stands in a list of them.
protocol AnyParameter: Sendable {
  var declaration: Declaration { get }

  /// Throws what reading the value would throw.
  func check(_ occurrences: [Occurrence]) throws(ValueError)
}

/// A declared argument of a command; reading it gives a `Value`.
///
/// Made by ``Option``, ``Flag`` and ``Positional``.
struct Parameter<Value: Sendable>: AnyParameter {
  let declaration: Declaration
  private let reader: @Sendable ([Occurrence]) throws(ValueError) -> Value

  init(
    _ declaration: Declaration,
    reader: @escaping @Sendable ([Occurrence]) throws(ValueError) -> Value
  ) {
    self.declaration = declaration
    self.reader = reader
  }

  /// The value of the occurrences, in the order of the arguments.
  func read(_ occurrences: [Occurrence]) throws(ValueError) -> Value { try reader(occurrences) }

  func check(_ occurrences: [Occurrence]) throws(ValueError) { _ = try reader(occurrences) }
}

extension ValueSyntax {
  /// The values among the occurrences, read in order.
  func values(in occurrences: [Occurrence]) throws(ValueError) -> [Value] {
    var values: [Value] = []
    for case .value(let text) in occurrences { values.append(try parse(text)) }
    return values
  }

  /// The one value; a parser never hands over fewer where one is required.
  func value(in occurrences: [Occurrence]) throws(ValueError) -> Value {
    guard let value = try values(in: occurrences).first else { throw ValueError("is missing") }
    return value
  }
}
