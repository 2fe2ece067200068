/// Kinds of bytes, whatever the language of the machine.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  static func isLetter(_ byte: UInt8) -> Bool { isCapital(byte & ~0x20) }
  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (capital(byte) >= 0x41 && capital(byte) <= 0x46)
  }

  /// Letters in capitals, other bytes as they are.
  static func capital(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte & ~0x20 : byte }
}
