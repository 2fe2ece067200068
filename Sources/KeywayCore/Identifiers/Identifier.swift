/// The id of an `Owner`: 1 to 64 bytes, `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`.
///
/// Ids are compared byte for byte, never decoded and never read as a number.
package struct Identifier<Owner: ~Copyable>:
  Hashable, Sendable, Comparable, CustomStringConvertible
{
  /// The most bytes an id may have.
  package static var maximumLength: Int { 64 }

  /// The id as it was given.
  package let text: String

  /// Nil unless `text` follows the grammar of ids.
  package init?(_ text: String) {
    guard Self.isValid(text.utf8.span) else { return nil }
    self.text = text
  }

  /// For text whose grammar the caller has just checked, or that was checked when it was stored.
  package init(trusted text: String) {
    self.text = text
  }

  package var description: String { text }

  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Whether the bytes follow the grammar of ids.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 1, bytes.count <= maximumLength, IdentifierByte.canStart(bytes[0]) else {
      return false
    }
    for index in 1..<bytes.count where !IdentifierByte.canContinue(bytes[index]) { return false }
    return true
  }
}

/// The bytes that ids are made of.
package enum IdentifierByte {
  /// Whether an id may begin with the byte: `[A-Za-z0-9]`.
  @inline(__always)
  package static func canStart(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether the byte may stand in an id after the first: `[A-Za-z0-9_-]`.
  @inline(__always)
  package static func canContinue(_ byte: UInt8) -> Bool {
    canStart(byte) || byte == 0x2D || byte == 0x5F
  }
}
