/// An Ed25519 key that checks signatures (RFC 8032, section 5.1.7).
package struct VerifyingKey: Hashable, Sendable {
  /// How many bytes a key has.
  package static var byteCount: Int { Ed25519Key.byteCount }

  /// The key as RFC 8032, section 5.1.5, writes it.
  package let bytes: [UInt8]

  /// Nil unless there are 32 bytes. Some 32 bytes are no key: no signature holds for them.
  package init?(bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes.indices.map { bytes[$0] }
  }

  init(_ key: Ed25519Key) {
    bytes = key.publicKey
  }

  /// Whether the signature is the key's own over exactly that message. False for a signature that
  /// has not 64 bytes and for a key that is none. Traps when libcrypto has no memory.
  package func verify(_ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
    Ed25519Key(publicKey: bytes.span)?.verify(signature, of: message) ?? false
  }
}
