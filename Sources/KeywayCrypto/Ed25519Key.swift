internal import CCrypto

/// One key of libcrypto's for Ed25519 (RFC 8032). Traps when libcrypto cannot make a private key, a
/// signature or a context.
@safe final class Ed25519Key {
  static let byteCount = 32
  static let signatureByteCount = 64
  private let key: OpaquePointer

  /// Takes the 32 bytes that a private key is made from. libcrypto wipes its copy when this is
  /// released.
  init(seed: Span<UInt8>) {
    precondition(seed.count == Self.byteCount, "a seed has 32 bytes")
    Library.prepare()
    let key = unsafe seed.withUnsafeBufferPointer { seed in
      unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed.baseAddress, seed.count)
    }
    guard let key = unsafe key else { preconditionFailure("libcrypto has no Ed25519") }
    unsafe self.key = key
  }

  /// Takes the 32 bytes of a public key, or answers nil when libcrypto does not take them. Those
  /// that it takes need not be a point on the curve: such a key has no valid signatures.
  init?(publicKey: Span<UInt8>) {
    Library.prepare()
    let key = unsafe publicKey.withUnsafeBufferPointer { bytes in
      unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes.baseAddress, bytes.count)
    }
    guard let key = unsafe key else { return nil }
    unsafe self.key = key
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  var publicKey: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      count = Self.byteCount
      let status = unsafe EVP_PKEY_get_raw_public_key(key, buffer.baseAddress, &count)
      precondition(status == 1 && count == Self.byteCount, "libcrypto gives no public key")
    }
  }

  /// Writes the seed of a private key into `bytes`, which are 32.
  func copySeed(into bytes: inout MutableSpan<UInt8>) {
    var count = bytes.count
    let status = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe EVP_PKEY_get_raw_private_key(key, buffer.baseAddress, &count)
    }
    precondition(status == 1 && count == Self.byteCount, "libcrypto gives no private key")
  }

  func sign(_ message: Span<UInt8>) -> [UInt8] {
    unsafe withContext { context in
      unsafe [UInt8](unsafeUninitializedCapacity: Self.signatureByteCount) { buffer, count in
        count = Self.signatureByteCount
        let isDone =
          unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1
          && message.withUnsafeBufferPointer { message in
            unsafe EVP_DigestSign(
              context, buffer.baseAddress, &count, message.baseAddress, message.count) == 1
          }
        precondition(isDone && count == Self.signatureByteCount, "libcrypto could not sign")
      }
    }
  }

  func verify(_ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
    guard signature.count == Self.signatureByteCount else { return false }
    return unsafe withContext { context in
      unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
        && signature.withUnsafeBufferPointer { signature in
          unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_DigestVerify(
              context, signature.baseAddress, signature.count, message.baseAddress, message.count)
              == 1
          }
        }
    }
  }

  private func withContext<T>(_ body: (OpaquePointer) -> T) -> T {
    guard let context = unsafe EVP_MD_CTX_new() else {
      preconditionFailure("libcrypto has no memory")
    }
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe body(context)
  }
}
