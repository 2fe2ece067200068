/// What a recording expects of the output line that answers one of its lines.
///
/// Fields that it does not name are not compared, in nested objects likewise; `null` matches an
/// absent field and null; arrays and scalars must be equal.
package struct Expectation: Hashable, Sendable {
  package struct Difference: Hashable, Sendable {
    /// The way to the field, as in `handedOver.outcome`.
    package let field: String
    package let expected: JSONValue
    /// Nil when the field is absent.
    package let actual: JSONValue?

    package init(field: String, expected: JSONValue, actual: JSONValue?) {
      self.field = field
      self.expected = expected
      self.actual = actual
    }
  }

  package let object: JSONObject

  /// For an object all of whose fields an output line can have; see ``unknownField(of:)``.
  package init(_ object: JSONObject) {
    self.object = object
  }

  /// Every field in which the output differs, in the order of the expectation.
  package func differences(from output: JSONObject) -> [Difference] {
    Self.differences(object, output, path: "")
  }

  private static func differences(
    _ expected: JSONObject, _ actual: JSONObject, path: String
  ) -> [Difference] {
    expected.members.flatMap { member in
      difference(member.value, actual[member.key], field: path + member.key)
    }
  }

  private static func difference(
    _ expected: JSONValue, _ actual: JSONValue?, field: String
  ) -> [Difference] {
    switch (expected, actual) {
    case (.null, nil): []
    case (.object(let expected), .object(let actual)):
      differences(expected, actual, path: field + ".")
    default:
      expected == actual ? [] : [Difference(field: field, expected: expected, actual: actual)]
    }
  }
}
