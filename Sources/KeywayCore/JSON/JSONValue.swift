/// A JSON value as RFC 8259 has it, with integers and reals kept apart by how they were written.
///
/// Strings and member names are equal when their UTF-8 bytes are: "é" in one code point and in two
/// are different ids, links and names, whatever `String` thinks of them.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Written without a point or an exponent; the reader gives only ±(2^53 - 1).
  case integer(Int64)
  /// Written with a point or an exponent; finite when it comes from the reader.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Reads one whole JSON text; see ``JSONReader`` for what is refused.
  package init(parsing bytes: Span<UInt8>) throws(JSONError) {
    self = try JSONReader.value(of: bytes)
  }

  /// The whole number that the value is, however it is written: `2`, `2.0` and `2e0` are one number
  /// (RFC 8259, section 6); nil for every other value, and beyond ±(2^53 - 1), where reals have gaps.
  package var wholeNumber: Int64? {
    switch self {
    case .integer(let number): return number
    case .real(let number):
      guard let whole = Int64(exactly: number), whole.magnitude < 1 << 53 else { return nil }
      return whole
    default: return nil
    }
  }

  /// What the value is, as messages say it: `a string`, `an object`, `null`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.string(let left), .string(let right)): ByteString(left) == ByteString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ByteString(value))
    case .array(let values): hasher.combine(values)
    case .object(let object): hasher.combine(object)
    }
  }
}
