import KeywayCore

/// The texts of the simple elements. White space around them does not count.
enum XMLScalar {
  /// Decimal, or hexadecimal behind `0x`, which Apple's reader takes, too.
  static func integer(_ text: [UInt8]) throws(FormatError) -> Int64 {
    let text = trimmed(text)
    var digits = text
    if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    let isHex = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHex { digits = digits.dropFirst(2) }
    let isNumber = digits.allSatisfy { isDigit($0) || isHex && (($0 | 0x20) &- 0x61 < 6) }
    guard isNumber, !digits.isEmpty else {
      throw FormatError("'\(shown(text))' is no integer")
    }
    let sign = text.first == UInt8(ascii: "-") ? "-" : ""
    let words = sign + String(decoding: digits, as: UTF8.self)
    guard let number = Int64(words, radix: isHex ? 16 : 10) else {
      throw FormatError("the integer \(shown(text)) has more than 64 bits with its sign")
    }
    return number
  }

  static func real(_ text: [UInt8]) throws(FormatError) -> Double {
    let text = trimmed(text)
    guard isReal(text) else {
      throw FormatError("'\(shown(text))' is no real number that has a value")
    }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      throw FormatError("the real number \(shown(text)) is too great")
    }
    return number
  }

  /// Whole seconds in UTC: `2026-03-01T00:00:00Z`.
  static func date(_ text: [UInt8]) throws(FormatError) -> Timestamp {
    let text = Array(trimmed(text))
    guard text.count == 20, text.last == UInt8(ascii: "Z") else {
      throw FormatError("'\(shown(text[...]))' is no date such as 2026-03-01T00:00:00Z")
    }
    do throws(TimeTextError) {
      return try Timestamp(parsing: text.span)
    } catch {
      throw FormatError("'\(shown(text[...]))' is no date: \(error.message)")
    }
  }

  static func data(_ text: [UInt8]) throws(FormatError) -> [UInt8] {
    let packed = text.filter { !PropertyList.isSpace($0) }
    guard let bytes = Base64.decode(packed.span) else {
      throw FormatError("the data are no base 64 with padding")
    }
    return bytes
  }

  private static func isReal(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func takeSign() {
      if rest.first.map({ "+-".utf8.contains($0) }) ?? false { rest.removeFirst() }
    }
    func takeDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    takeSign()
    var digits = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      takeSign()
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text.drop(while: PropertyList.isSpace)
    guard let last = start.lastIndex(where: { !PropertyList.isSpace($0) }) else { return [] }
    return start[...last]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func shown(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.prefix(40), as: UTF8.self)
  }
}
