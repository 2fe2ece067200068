/// What stands behind the `?` of a target, as names and values.
package struct HTTPQuery: Sendable {
  /// It cannot be read.
  package struct Problem: Error, Hashable, Sendable {
    /// What is wrong, in words.
    package let message: String
  }

  /// In their order, decoded; no name stands twice.
  package let fields: [(name: String, value: String)]

  /// Reads `name=value` between `&`; a missing `=` is an empty value, `+` is a plus sign, and `%`
  /// with two digits stands for a byte of UTF-8 (RFC 3986, section 2.1).
  package init(_ query: String?) throws(Problem) {
    var fields: [(name: String, value: String)] = []
    for part in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(sides[0]),
        let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : part[part.endIndex...])
      else { throw Problem(message: "the query has a wrong escape, or one of no text") }
      guard !fields.contains(where: { $0.name == name }) else {
        throw Problem(message: "the query has '\(name)' twice")
      }
      fields.append((name, value))
    }
    self.fields = fields
  }

  /// The value of that name, or nil.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
