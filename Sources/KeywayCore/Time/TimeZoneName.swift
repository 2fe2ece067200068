/// A name of the tz database that is safe to use as a path below its directory.
///
/// One to three segments of `[A-Za-z0-9_+-]` with a slash between them, at most 64 bytes. Whether
/// there is such a zone is for the database to say.
package struct TimeZoneName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it was given.
  package let text: String

  /// Nil unless `text` follows the grammar.
  package init?(_ text: String) {
    guard Self.isValid(text.utf8.span) else { return nil }
    self.text = text
  }

  package var description: String { text }

  /// What stands in the directory beside the zones: this machine's own choice, a template, and
  /// copies of all zones under other rules.
  private static let others = ["localtime", "posixrules", "Factory", "posix/", "right/"]

  /// Whether the bytes follow the grammar of names and are not known to name something else.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= 64, !others.contains(where: { isOther($0, bytes) }) else { return false }
    var scanner = ByteScanner()
    for _ in 0..<3 {
      guard scanner.skip(bytes, while: isNameByte) > 0 else { return false }
      if scanner.isAtEnd(bytes) { return true }
      guard scanner.take("/", bytes) else { return false }
    }
    return false
  }

  /// Whether the bytes are `other`, or stand below it where it ends with a slash.
  private static func isOther(_ other: String, _ bytes: Span<UInt8>) -> Bool {
    let name = other.utf8
    guard bytes.count >= name.count, bytes.count == name.count || other.hasSuffix("/") else {
      return false
    }
    return zip(name, bytes.indices).allSatisfy { $0 == bytes[$1] }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    IdentifierByte.canContinue(byte) || byte == UInt8(ascii: "+")
  }
}
