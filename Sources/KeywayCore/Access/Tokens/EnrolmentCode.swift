/// What a person types into a phone, once, so that it is given its token: 50 random bits as two
/// groups of five characters of Crockford's base 32.
package struct EnrolmentCode: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// How many random bytes it is made of.
  package static let randomBytes = 7
  /// How long it works, in milliseconds.
  package static let lifetime: Int64 = 15 * 60_000
  /// How many wrong ones are taken for a device before the right one is void.
  package static let tries: Int64 = 5

  private static let digits = 10
  private static let group = 5

  /// As it is shown, `7k3mq-x9d2p`; to be shown once, and never to be kept or logged.
  package let text: String

  /// - Parameter random: ``randomBytes`` bytes, of which the first bits are left over.
  package init(random: [UInt8]) {
    self.init(digits: CrockfordText.text(of: random, count: Self.digits))
  }

  /// Reads what a person typed: of either case, with `o` for 0 and `i` or `l` for 1, and with or
  /// without hyphens and spaces; nil unless ten characters remain.
  package init?(typed text: String) {
    var digits: [UInt8] = []
    for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      guard digits.count < Self.digits, let digit = CrockfordText.canonical(byte) else {
        return nil
      }
      digits.append(digit)
    }
    guard digits.count == Self.digits else { return nil }
    self.init(digits: String(decoding: digits, as: UTF8.self))
  }

  private init(digits: String) {
    text = digits.prefix(Self.group) + "-" + digits.dropFirst(Self.group)
  }

  /// Says nothing of it, so that no message does by mistake.
  package var description: String { "enrolment code" }
  package var debugDescription: String { description }
}
