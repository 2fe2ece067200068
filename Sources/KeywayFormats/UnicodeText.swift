/// The encodings in which text files come: UTF-8, and UTF-16 with a byte-order mark.
enum UnicodeText {
  /// The same text in UTF-8 without a byte-order mark. Bytes that begin with none are given back as
  /// they are, whether or not they are UTF-8.
  ///
  /// - Returns: also whether there was a mark, which then says more than a declaration inside.
  static func utf8(of bytes: [UInt8]) throws(FormatError) -> (bytes: [UInt8], hadMark: Bool) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (try utf16(bytes, highByte: 0), true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (try utf16(bytes, highByte: 1), true) }
    if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 {
      throw FormatError("is UTF-16 without a byte-order mark", at: .byte(0))
    }
    return (bytes, false)
  }

  /// - Parameter highByte: which of two bytes is the higher one.
  private static func utf16(_ bytes: [UInt8], highByte: Int) throws(FormatError) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else {
      throw FormatError("half a character of UTF-16 ends the text", at: .byte(bytes.count - 1))
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var high: UInt16?
    for offset in stride(from: 2, to: bytes.count, by: 2) {
      let unit = UInt16(bytes[offset + highByte]) << 8 | UInt16(bytes[offset + 1 - highByte])
      switch (high, UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(unit)) {
      case (nil, true, _): high = unit
      case (nil, _, false): append(UInt32(unit), to: &text)
      case (let lead?, _, true):
        append(UTF16.scalar(lead, unit), to: &text)
        high = nil
      default: throw FormatError("half a character of UTF-16", at: .byte(offset))
      }
    }
    guard high == nil else {
      throw FormatError("half a character of UTF-16 ends the text", at: .byte(bytes.count - 2))
    }
    return text
  }

  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else { return }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

extension UTF16 {
  /// The scalar that a pair of surrogates stands for.
  static func scalar(_ lead: UInt16, _ trail: UInt16) -> UInt32 {
    0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
  }
}
