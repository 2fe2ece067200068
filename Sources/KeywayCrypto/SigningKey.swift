internal import CCrypto

/// An Ed25519 key that signs (RFC 8032, section 5.1).
///
/// One instance serves one thread at a time. Its secret bytes are in libcrypto's memory and are
/// wiped when this is released. Traps when libcrypto has no Ed25519 or no memory.
package final class SigningKey {
  /// How many secret bytes make a key.
  package static var seedByteCount: Int { Ed25519Key.byteCount }

  private let key: Ed25519Key
  /// What others check its signatures with.
  package let verifyingKey: VerifyingKey

  /// The key that the secret bytes make, always the same; nil unless they are 32. The caller wipes
  /// its own copy: see ``wipe(_:)``.
  package init?(seed: Span<UInt8>) {
    guard seed.count == Self.seedByteCount else { return nil }
    key = Ed25519Key(seed: seed)
    verifyingKey = VerifyingKey(key)
  }

  /// A new key, from 256 random bits.
  package init(using random: inout some RandomNumberGenerator) {
    var seed = [UInt8](repeating: 0, count: Self.seedByteCount)
    defer { wipe(&seed) }
    for place in seed.indices { seed[place] = UInt8.random(in: 0...255, using: &random) }
    key = Ed25519Key(seed: seed.span)
    verifyingKey = VerifyingKey(key)
  }

  /// The 64 bytes of the signature over the message, always the same for the same message.
  package func sign(_ message: Span<UInt8>) -> [UInt8] {
    key.sign(message)
  }

  /// Lends the 32 secret bytes, to be stored, and wipes them afterwards.
  package func withSeed<T, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> T
  ) throws(Failure) -> T {
    var seed = [UInt8](repeating: 0, count: Self.seedByteCount)
    defer { wipe(&seed) }
    var span = seed.mutableSpan
    key.copySeed(into: &span)
    return try body(seed.span)
  }
}
