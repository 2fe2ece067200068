/// The fields of a request or an answer, in their order.
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name and its value; the value has no line breaks.
  package private(set) var fields: [(name: String, value: String)]

  package init(_ fields: [(name: String, value: String)] = []) {
    self.fields = fields
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The value of the first field of that name, or nil; the case of ASCII letters in names does not
  /// count (RFC 9110, section 5.1).
  package subscript(name: String) -> String? {
    fields.first { Self.isSame($0.name, name) }?.value
  }

  /// The values of all fields of that name, in their order.
  package func all(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others.
  package mutating func add(_ name: String, _ value: String) {
    fields.append((name: name, value: value))
  }

  /// Whether two names differ in the case of ASCII letters only.
  static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  package static func == (one: HTTPHeaders, other: HTTPHeaders) -> Bool {
    one.fields.elementsEqual(other.fields, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name)
      hasher.combine(field.value)
    }
  }
}
