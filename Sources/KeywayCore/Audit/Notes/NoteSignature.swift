/// A signature line of a note, true or not.
package struct NoteSignature: Hashable, Sendable {
  /// The key that is said to have signed.
  package let key: NoteKey
  /// What the key's algorithm made of the note's text: 64 bytes with Ed25519.
  package let bytes: [UInt8]

  package init(key: NoteKey, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }

  private static let mark = Array("— ".utf8)
  private static let hashByteCount = 4

  /// Reads a line without its line feed.
  ///
  /// - Throws: `signatureLine` or `keyName`.
  init(_ text: ArraySlice<UInt8>, line: Int) throws(LogTextError) {
    guard text.starts(with: Self.mark) else {
      throw LogTextError(
        .signatureLine, line: line, "a signature line begins with an em dash and a space")
    }
    let parts = text.dropFirst(Self.mark.count).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw LogTextError(
        .signatureLine, line: line, "expected a name, one space, and a signature in base 64")
    }
    guard let name = NoteKeyName(String(decoding: parts[0], as: UTF8.self)) else {
      throw LogTextError(
        .keyName, line: line, "a key's name is not empty and has no spaces and no plus")
    }
    guard let bytes = LogText.base64(parts[1]), bytes.count > Self.hashByteCount else {
      throw LogTextError(
        .signatureLine, line: line, "the signature is not base 64 of more than four bytes")
    }
    let hash = bytes.prefix(Self.hashByteCount).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    self.init(
      key: NoteKey(name: name, hash: hash), bytes: Array(bytes.dropFirst(Self.hashByteCount)))
  }

  /// Em dash, space, name, space, base 64 of the key hash and the signature, line feed.
  var line: [UInt8] {
    let hash = (0..<Self.hashByteCount).map { place in
      UInt8(truncatingIfNeeded: key.hash >> UInt32(24 - 8 * place))
    }
    return Self.mark + Array("\(key.name) \(Base64.encode(hash + bytes))\n".utf8)
  }
}
