/// The text that shows that somebody has a token: `keyway_` and 256 random bits as 52 characters of
/// Crockford's base 32. Scanners for secrets that were published find it by its beginning.
package struct TokenSecret: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// How many random bytes it is made of.
  package static let randomBytes = 32

  private static let prefix = Array("keyway_".utf8)
  private static let digits = 52

  /// To be shown once, and never to be kept or logged.
  package let text: String

  /// - Parameter random: ``randomBytes`` bytes.
  package init(random: [UInt8]) {
    text = "keyway_" + CrockfordText.text(of: random, count: Self.digits)
  }

  /// Whether the bytes have the form of one; says nothing of whether there is such a token.
  package static func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count == prefix.count + digits else { return false }
    for index in 0..<prefix.count where bytes[index] != prefix[index] { return false }
    for index in prefix.count..<bytes.count where !CrockfordText.isCanonical(bytes[index]) {
      return false
    }
    return true
  }

  /// Says nothing of it, so that no message does by mistake.
  package var description: String { "keyway_…" }
  package var debugDescription: String { description }
}
