/// Reads the text form of a strings table, as Apple's reader of old property lists does.
struct StringsTableReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func table() throws(FormatError) -> StringsTable {
    try checkEncoding()
    var table = StringsTable()
    while try skipSpace() {
      let start = offset
      let key = try text("a key")
      let value = try value(of: key)
      guard table.append(key, value) else { throw error("the key '\(key)' stands twice", start) }
    }
    return table
  }

  private func checkEncoding() throws(FormatError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw self.error(
        "is neither UTF-8 nor UTF-16 with a byte-order mark", error.byteOffsets.lowerBound)
    }
  }

  /// `= "text";`, or a semicolon alone, which means that the key is its own text.
  private mutating func value(of key: String) throws(FormatError) -> String {
    guard try skipSpace() else { throw expected("'=' or ';'") }
    if take(UInt8(ascii: ";")) { return key }
    guard take(UInt8(ascii: "=")) else { throw expected("'=' or ';'") }
    guard try skipSpace() else { throw expected("a text") }
    let value = try text("a text")
    guard try skipSpace(), take(UInt8(ascii: ";")) else { throw expected("';'") }
    return value
  }

  private mutating func text(_ wanted: String) throws(FormatError) -> String {
    if let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try quoted(by: quote)
    }
    let start = offset
    while let byte = peek, Self.standsUnquoted(byte) { offset += 1 }
    guard offset > start else { throw expected(wanted) }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func quoted(by quote: UInt8) throws(FormatError) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      offset += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { try appendEscaped(to: &text) } else { text.append(byte) }
    }
    throw error("the text has no closing quote", start)
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(FormatError) {
    let start = offset - 1
    guard let byte = peek else { throw error("the text has no closing quote", start) }
    offset += 1
    switch byte {
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "U"): try appendUnicode(to: &text, start)
    case UInt8(ascii: "u"):
      throw error(#"\u is no escape; \U and four hexadecimal digits are"#, start)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): text.append(try octal(byte, start))
    case _ where byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26:
      // Apple's reader takes the letter or the digit for itself, which nobody means.
      throw error("\\\(Character(Unicode.Scalar(byte))) is no escape", start)
    // Every other character stands for itself, a line feed, too.
    default: text.append(byte)
    }
  }

  private mutating func appendUnicode(
    to text: inout [UInt8], _ start: Int
  ) throws(FormatError) {
    var value = UInt32(try hexadecimal(start))
    if value & 0xFC00 == 0xD800, bytes[offset...].starts(with: "\\U".utf8) {
      offset += 2
      let trail = try hexadecimal(offset - 2)
      guard UTF16.isTrailSurrogate(trail) else { throw error("half a character", start) }
      value = UTF16.scalar(UInt16(value), trail)
    }
    guard let scalar = Unicode.Scalar(value) else { throw error("half a character", start) }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func hexadecimal(_ start: Int) throws(FormatError) -> UInt16 {
    let digits = bytes[offset...].prefix(4)
    let isHex = digits.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
    guard digits.count == 4, isHex,
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error(#"\U wants four hexadecimal digits"#, start) }
    offset += 4
    return value
  }

  /// Up to three digits. Beyond ASCII they are characters of NeXTSTEP's own encoding.
  private mutating func octal(_ first: UInt8, _ start: Int) throws(FormatError) -> UInt8 {
    var value = Int(first - UInt8(ascii: "0"))
    for _ in 0..<2 {
      guard let digit = peek, digit &- UInt8(ascii: "0") < 8 else { break }
      value = value << 3 | Int(digit - UInt8(ascii: "0"))
      offset += 1
    }
    guard value < 0x80 else {
      throw error(
        "an octal escape beyond ASCII is in NeXTSTEP's encoding, which is not read; use \\U", start)
    }
    return UInt8(value)
  }

  /// Skips white space and comments.
  ///
  /// - Returns: whether anything is left.
  private mutating func skipSpace() throws(FormatError) -> Bool {
    while let byte = peek {
      let rest = bytes[offset...]
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9]) {
        // U+2028 and U+2029 end lines, too.
        offset += 3
      } else if rest.starts(with: "//".utf8) {
        offset = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        try skipComment()
      } else {
        return true
      }
    }
    return false
  }

  private mutating func skipComment() throws(FormatError) {
    let start = offset
    offset += 2
    while offset + 1 < bytes.count {
      if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
        offset += 2
        return
      }
      offset += 1
    }
    throw error("the comment has no end", start)
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private static func standsUnquoted(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_$/:.-".utf8.contains(byte)
  }

  private func expected(_ wanted: String) -> FormatError {
    error(
      offset < bytes.count ? "expected \(wanted)" : "the file ends where \(wanted) is due", offset)
  }

  private func error(_ message: String, _ offset: Int) -> FormatError {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Bytes that go on with a character are none of their own.
    let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    return FormatError(message, at: .text(line: line, column: column))
  }
}
