/// Base 64 with the alphabet and the padding of RFC 4648, section 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of the bytes, always padded, without line breaks.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let chunk = bytes[start..<min(start + 3, bytes.count)]
      var bits = chunk.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - chunk.count))
      for place in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
        text.append(place <= chunk.count ? alphabet[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a padded text, or nil when a character, the padding, the length or an unused bit
  /// is not what ``encode(_:)`` would have written.
  package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      var bits: UInt32 = 0
      var padding = 0
      for place in start..<start + 4 {
        if text[place] == UInt8(ascii: "="), place >= text.count - 2 {
          padding += 1
          bits <<= 6
        } else {
          guard padding == 0, let digit = alphabet.firstIndex(of: text[place]) else { return nil }
          bits = bits << 6 | UInt32(digit)
        }
      }
      let unused: UInt32 = padding == 0 ? 0 : padding == 1 ? 0xFF : 0xFFFF
      guard bits & unused == 0 else { return nil }
      for place in 0..<3 - padding {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }
}
