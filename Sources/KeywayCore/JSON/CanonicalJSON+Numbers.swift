extension CanonicalJSON {
  /// Appends an integer in decimal, exactly; beyond ±(2^53 - 1) other readers may round it.
  package static func append(_ value: Int64, to output: inout [UInt8]) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    output.appendDecimal(value.magnitude)
  }

  /// Appends a double as ECMAScript's `Number::toString`; RFC 8785, section 3.2.2.3.
  static func append(_ value: Double, to output: inout [UInt8]) {
    guard value.isFinite else { return output.append(contentsOf: "null".utf8) }
    guard value != 0 else { return output.append(UInt8(ascii: "0")) }
    if value < 0 { output.append(UInt8(ascii: "-")) }
    let (digits, point) = shortestDigits(of: value.magnitude)
    switch point {
    case digits.count...21:
      output.append(contentsOf: digits)
      appendZeros(point - digits.count, to: &output)
    case 1...21:
      output.append(contentsOf: digits[..<point])
      output.append(UInt8(ascii: "."))
      output.append(contentsOf: digits[point...])
    case -5...0:
      output.append(contentsOf: "0.".utf8)
      appendZeros(-point, to: &output)
      output.append(contentsOf: digits)
    default:
      appendScientific(digits, exponent: point - 1, to: &output)
    }
  }

  private static func appendScientific(
    _ digits: [UInt8], exponent: Int, to output: inout [UInt8]
  ) {
    output.append(digits[0])
    if digits.count > 1 {
      output.append(UInt8(ascii: "."))
      output.append(contentsOf: digits[1...])
    }
    output.append(contentsOf: (exponent < 0 ? "e" : "e+").utf8)
    append(Int64(exponent), to: &output)
  }

  private static func appendZeros(_ count: Int, to output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
  }

  /// The fewest digits that read back as the value, and how many of them stand before the point.
  ///
  /// They are those of `description`, which are the shortest and among those the closest.
  private static func shortestDigits(of value: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var text = Substring(value.description).utf8
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(Substring(text[text.index(after: mark)...]))) ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
    }
    let whole = point ?? digits.count
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, whole - leading + exponent)
  }
}
