/// JSON in the one form that RFC 8785 gives each value, so that equal values are equal bytes.
package enum CanonicalJSON {
  /// The canonical text of `value`.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    var output: [UInt8] = []
    append(value, to: &output)
    return output
  }

  /// Appends the canonical text of `value`.
  ///
  /// A real that is not finite is printed as `null`, as ECMAScript does; the reader gives none.
  /// A whole real of 2^53 or more and below 1e21 is printed without an exponent, as RFC 8785 asks,
  /// and the reader then refuses it as an integer.
  package static func append(_ value: JSONValue, to output: inout [UInt8]) {
    switch value {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): append(value, to: &output)
    case .real(let value): append(value, to: &output)
    case .string(let value): append(value, to: &output)
    case .array(let values): append(values, to: &output)
    case .object(let object): append(object, to: &output)
    }
  }

  private static func append(_ values: [JSONValue], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for index in values.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(values[index], to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private static func append(_ object: JSONObject, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    let members = object.sorted.members
    for index in members.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(members[index].key, to: &output)
      output.append(UInt8(ascii: ":"))
      append(members[index].value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Whether one member name stands before another: by UTF-16 code units, RFC 8785, section 3.2.3.
  ///
  /// UTF-8 bytes sort by code point, which differs only where a code point above U+FFFF (lead byte
  /// F0 and up, surrogates in UTF-16) meets one from U+E000 to U+FFFF (lead byte EE or EF).
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let left = left.utf8.span
    let right = right.utf8.span
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      let (one, other) = (left[index], right[index])
      if one >= 0xEE, other >= 0xEE, (one >= 0xF0) != (other >= 0xF0) { return one >= 0xF0 }
      return one < other
    }
    return left.count < right.count
  }
}
