/// Text in Crockford's base 32, lower-case: digits and letters without `i`, `l`, `o` and `u`.
package enum CrockfordText {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The last `count` groups of five bits of the bytes, which are read as one big number; zeros
  /// stand in front where it has fewer bits.
  package static func text(of bytes: [UInt8], count: Int) -> String {
    var places = [UInt8](repeating: alphabet[0], count: count)
    var (bits, width, next) = (UInt16(0), 0, bytes.count - 1)
    for place in stride(from: count - 1, through: 0, by: -1) {
      if width < 5, next >= 0 {
        bits |= UInt16(bytes[next]) << UInt16(width)
        width += 8
        next -= 1
      }
      places[place] = alphabet[Int(bits & 31)]
      bits >>= 5
      width -= 5
    }
    return String(decoding: places, as: UTF8.self)
  }

  /// Whether the byte stands for five bits as it is, without being read charitably.
  @inline(__always)
  package static func isCanonical(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39: true
    case 0x61...0x7A: byte != 0x69 && byte != 0x6C && byte != 0x6F && byte != 0x75
    default: false
    }
  }

  /// The byte as a person means it: of either case, `o` for 0 and `i` or `l` for 1; nil for what is
  /// none.
  package static func canonical(_ byte: UInt8) -> UInt8? {
    let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
    switch lower {
    case UInt8(ascii: "o"): return UInt8(ascii: "0")
    case UInt8(ascii: "i"), UInt8(ascii: "l"): return UInt8(ascii: "1")
    default: return isCanonical(lower) ? lower : nil
    }
  }
}
