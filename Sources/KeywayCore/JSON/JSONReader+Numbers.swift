extension JSONReader {
  /// Reads a number; RFC 8259, section 6, with the integers of RFC 7493, section 2.2.
  mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    let start = offset
    let isNegative = take(UInt8(ascii: "-"), bytes)
    let firstDigit = offset
    try digits(bytes)
    if bytes[firstDigit] == UInt8(ascii: "0"), offset - firstDigit > 1 {
      throw JSONError("a number with a leading zero", at: start, in: bytes)
    }
    let end = offset
    if take(UInt8(ascii: "."), bytes) { try digits(bytes) }
    if take(UInt8(ascii: "e"), bytes) || take(UInt8(ascii: "E"), bytes) {
      if !take(UInt8(ascii: "+"), bytes) { _ = take(UInt8(ascii: "-"), bytes) }
      try digits(bytes)
    }
    if offset > end {
      return .real(try Self.real(start, bytes, bytes.extracting(start..<offset)))
    }
    let magnitude = try Self.integer(start, bytes, bytes.extracting(firstDigit..<end))
    return .integer(isNegative ? -magnitude : magnitude)
  }

  /// Steps over at least one digit.
  private mutating func digits(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = offset
    while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    guard offset > start else { throw expected("a digit", bytes) }
  }

  private static func integer(
    _ start: Int, _ bytes: Span<UInt8>, _ digits: Span<UInt8>
  ) throws(JSONError) -> Int64 {
    let limit: Int64 = 1 << 53 - 1
    var value: Int64 = 0
    for index in digits.indices {
      value = value * 10 + Int64(digits[index] - UInt8(ascii: "0"))
      guard value <= limit else {
        throw JSONError(
          "an integer outside ±9007199254740991 (RFC 7493, section 2.2)", at: start, in: bytes)
      }
    }
    return value
  }

  private static func real(
    _ start: Int, _ bytes: Span<UInt8>, _ number: Span<UInt8>
  ) throws(JSONError) -> Double {
    guard let value = Double(text(number)), value.isFinite else {
      throw JSONError("a number too large for a double", at: start, in: bytes)
    }
    return value
  }
}
