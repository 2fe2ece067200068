package import KeywayCore

/// An Ed25519 key under a name, which checks signatures under notes: C2SP signed-note, "Ed25519
/// signatures".
package struct NoteVerifier: NoteVerifying, Hashable, Sendable {
  /// The signature type of Ed25519, before the bytes of the key.
  private static let algorithm: UInt8 = 0x01

  package let key: NoteKey
  /// What checks the signatures.
  package let verifyingKey: VerifyingKey

  /// Computes the hash that goes with the name and the key.
  package init(name: NoteKeyName, verifyingKey: VerifyingKey) {
    key = NoteKey(name: name, hash: Self.hash(name, Self.algorithm, verifyingKey.bytes))
    self.verifyingKey = verifyingKey
  }

  /// Reads a ``line``, strictly and without a line feed.
  ///
  /// - Throws: `verifierLine`; `keyName`; `keyHash` when the hash is that of another name or key.
  package init(parsing line: String) throws(LogTextError) {
    // Base 64 has pluses of its own.
    let parts = line.utf8.split(
      separator: UInt8(ascii: "+"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hash = Self.hash(hex: parts[1]),
      let bytes = Base64.decode(Array(parts[2]).span)
    else {
      throw LogTextError(
        .verifierLine, "expected a name, +, eight lower-case hexadecimal digits, +, and base 64")
    }
    guard let name = NoteKeyName(String(decoding: parts[0], as: UTF8.self)) else {
      throw LogTextError(.keyName, "a key's name is not empty and has no spaces and no plus")
    }
    guard bytes.first == Self.algorithm,
      let verifyingKey = VerifyingKey(bytes: bytes.span.extracting(1...))
    else {
      throw LogTextError(.verifierLine, "the key is not an Ed25519 key, which is 01 and 32 bytes")
    }
    self.init(name: name, verifyingKey: verifyingKey)
    guard hash == key.hash else {
      throw LogTextError(.keyHash, "the key hash is \(key.hexHash) for this name and key")
    }
  }

  /// What others configure to check the signatures: name, plus, hash, plus, base 64 of the
  /// algorithm and the key; no line feed.
  package var line: String {
    "\(key)+\(Base64.encode([Self.algorithm] + verifyingKey.bytes))"
  }

  package func verify(_ signature: Span<UInt8>, of text: Span<UInt8>) -> Bool {
    verifyingKey.verify(signature, of: text)
  }

  private static func hash(_ name: NoteKeyName, _ algorithm: UInt8, _ key: [UInt8]) -> UInt32 {
    let bytes = Array("\(name)\n".utf8) + [algorithm] + key
    let digest = SHA256Hasher().hash(bytes.span)
    return (0..<4).reduce(0) { $0 << 8 | UInt32(digest.bytes[$1]) }
  }

  private static func hash(hex: Substring.UTF8View.SubSequence) -> UInt32? {
    let isHex = hex.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard hex.count == 8, isHex else { return nil }
    return UInt32(String(decoding: hex, as: UTF8.self), radix: 16)
  }
}
