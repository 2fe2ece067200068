/// The name of a key that signs notes, often a URL without its scheme, such as `example.com/log`.
///
/// Two names are equal when their bytes are, not when they look alike.
package struct NoteKeyName: Hashable, Sendable, CustomStringConvertible {
  private let bytes: ByteString

  /// Nil when the text is empty or has a Unicode space, a plus or an ASCII control character: C2SP
  /// signed-note, "Format".
  package init?(_ text: String) {
    let isName = text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar != "+" && !scalar.properties.isWhitespace
    }
    guard isName, !text.isEmpty else { return nil }
    bytes = ByteString(text)
  }

  /// The name as it was given.
  package var text: String { bytes.text }

  package var description: String { text }
}
