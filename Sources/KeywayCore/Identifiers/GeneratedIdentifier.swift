/// Ids and pseudonyms that Keyway makes: 26 lower-case characters of Crockford's base 32.
package enum GeneratedIdentifier {
  /// How many random bytes ``text(at:random:)`` wants.
  package static let randomBytes = 10
  /// How many random bytes ``pseudonym(random:)`` wants.
  package static let pseudonymBytes = 16

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// 48 bits of milliseconds and 80 random bits, so that ids sort by time and ids that are made one
  /// after the other stand next to each other in a table.
  ///
  /// - Parameter random: at least ``randomBytes`` bytes; more are left over.
  package static func text(at instant: Timestamp, random: [UInt8]) -> String {
    let milliseconds = UInt64(clamping: instant.milliseconds) & 0xFFFF_FFFF_FFFF
    let high = random.prefix(2).reduce(milliseconds) { $0 << 8 | UInt64($1) }
    let low = random.dropFirst(2).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return text(high: high, low: low)
  }

  /// 128 random bits, so that it says nothing of whom it stands for.
  ///
  /// - Parameter random: at least ``pseudonymBytes`` bytes; more are left over.
  package static func pseudonym(random: [UInt8]) -> String {
    let high = random.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let low = random.dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return text(high: high, low: low)
  }

  /// 130 bits, of which the first two are zero.
  private static func text(high: UInt64, low: UInt64) -> String {
    unsafe String(unsafeUninitializedCapacity: 26) { buffer in
      var (high, low) = (high, low)
      for place in stride(from: 25, through: 0, by: -1) {
        unsafe buffer[place] = alphabet[Int(low & 31)]
        low = low >> 5 | high << 59
        high >>= 5
      }
      return 26
    }
  }
}
