extension JSONReader {
  /// Reads a string from its opening quotation mark on; RFC 8259, section 7.
  mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> String {
    offset += 1
    let start = offset
    try skipPlain(bytes)
    if bytes[offset] == UInt8(ascii: "\"") {
      let text = Self.text(bytes.extracting(start..<offset))
      offset += 1
      return text
    }
    var unescaped: [UInt8] = []
    Self.append(bytes.extracting(start..<offset), to: &unescaped)
    while !take(UInt8(ascii: "\""), bytes) {
      try escape(bytes, &unescaped)
      let start = offset
      try skipPlain(bytes)
      Self.append(bytes.extracting(start..<offset), to: &unescaped)
    }
    return Self.text(unescaped.span)
  }

  /// Moves to the next quotation mark or backslash.
  private mutating func skipPlain(_ bytes: Span<UInt8>) throws(JSONError) {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw error("a control character in a string", bytes) }
      offset += 1
    }
    throw error("the text ends inside a string", bytes)
  }

  private mutating func escape(
    _ bytes: Span<UInt8>, _ output: inout [UInt8]
  ) throws(JSONError) {
    let start = offset
    guard start + 1 < bytes.count else {
      throw JSONError("the text ends inside a string", at: bytes.count, in: bytes)
    }
    offset += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(bytes[start + 1])
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try escapedScalar(start, bytes)
      output.append(contentsOf: String(scalar).utf8)
    default: throw JSONError("an unknown escape in a string", at: start, in: bytes)
    }
  }

  /// Reads the digits after `\u`, and the low half when they are a high surrogate.
  private mutating func escapedScalar(
    _ start: Int, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal(start, bytes)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if let scalar = try lowHalf(after: first, bytes) { return scalar }
    throw JSONError("a lone surrogate in a string", at: start, in: bytes)
  }

  /// The scalar that a high surrogate and the escape after it make together; nil when they do not.
  private mutating func lowHalf(
    after high: UInt32, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Unicode.Scalar? {
    guard high < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    let start = offset
    offset += 2
    let low = try hexadecimal(start, bytes)
    guard low >= 0xDC00, low < 0xE000 else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexadecimal(
    _ start: Int, _ bytes: Span<UInt8>
  ) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(bytes), let digit = Self.hexadecimalDigit(byte) else {
        throw JSONError("expected four hexadecimal digits after \\u", at: start, in: bytes)
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
    default: nil
    }
  }

  /// The text of bytes that are known to be UTF-8: the whole input was checked, and cut at ASCII.
  static func text(_ bytes: Span<UInt8>) -> String {
    guard let utf8 = try? UTF8Span(validating: bytes) else { return "" }
    return String(copying: utf8)
  }

  private static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    for index in bytes.indices { output.append(bytes[index]) }
  }
}
