/// The bytes that delimit a link or may not stand in one, RFC 3986 section 2.
enum LinkByte {
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var colon: UInt8 { UInt8(ascii: ":") }
  static var questionMark: UInt8 { UInt8(ascii: "?") }
  static var hash: UInt8 { UInt8(ascii: "#") }
  static var percent: UInt8 { UInt8(ascii: "%") }
  static var at: UInt8 { UInt8(ascii: "@") }
  static var dot: UInt8 { UInt8(ascii: ".") }
  static var ampersand: UInt8 { UInt8(ascii: "&") }
  static var equals: UInt8 { UInt8(ascii: "=") }
  static var openingBracket: UInt8 { UInt8(ascii: "[") }

  /// Whether the byte ends a path.
  @inline(__always)
  static func endsPath(_ byte: UInt8) -> Bool {
    byte == questionMark || byte == hash
  }

  /// Whether the byte ends an authority.
  @inline(__always)
  static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == slash || endsPath(byte)
  }

  /// Lower case for `A` to `Z`, every other byte as it is.
  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether the bytes are a letter, then letters, digits, `+`, `-` and `.`: RFC 3986 section 3.1.
  static func isScheme(_ bytes: Span<UInt8>) -> Bool {
    guard !bytes.isEmpty, folded(bytes[0]) &- UInt8(ascii: "a") < 26 else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), dot: continue
      case let byte: guard IdentifierByte.canStart(byte) else { return false }
      }
    }
    return true
  }

  /// One when `rejection(of:)` is not nil, else zero.
  ///
  /// Like the next ones, this is arithmetic without branches: whether the next byte of an id is a
  /// letter or a digit cannot be predicted.
  @inline(__always)
  static func offence(_ byte: UInt8) -> UInt8 {
    var offence: UInt8 = byte &- 0x21 > 0x5D ? 1 : 0
    offence |= byte == UInt8(ascii: "\"") ? 1 : 0
    // `<` and `>` differ in this bit only, and so do the backslash and `^`.
    offence |= byte | 2 == UInt8(ascii: ">") ? 1 : 0
    offence |= byte | 2 == UInt8(ascii: "^") ? 1 : 0
    offence |= byte == UInt8(ascii: "`") ? 1 : 0
    offence |= byte &- UInt8(ascii: "{") < 3 ? 1 : 0
    return offence
  }

  /// Zero when `IdentifierByte.canContinue(byte)`, else one.
  @inline(__always)
  static func idOffence(_ byte: UInt8) -> UInt8 {
    var fits: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 1 : 0
    fits |= (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
    fits |= byte == UInt8(ascii: "-") ? 1 : 0
    fits |= byte == UInt8(ascii: "_") ? 1 : 0
    return fits ^ 1
  }

  /// Whether the byte is `#`, `&` or, in the name of a parameter, `=`.
  @inline(__always)
  static func endsParameter(_ byte: UInt8, orName isName: Bool) -> Bool {
    let ends = 1 << UInt64(hash) | 1 << UInt64(ampersand) | (isName ? 1 << UInt64(equals) : 0)
    return (byte < 64 ? ends : 0) &>> UInt64(byte) & 1 != 0
  }

  /// Why the byte may stand nowhere in a link, or nil when it may.
  static func rejection(of byte: UInt8) -> LinkRejection? {
    switch byte {
    case 0x00...0x1F, 0x7F: .controlCharacter
    case 0x20: .whitespace
    case 0x80...0xFF: .nonASCII
    case UInt8(ascii: "\\"): .backslash
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      .illegalCharacter
    default: nil
    }
  }
}
