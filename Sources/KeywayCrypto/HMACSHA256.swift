internal import CCrypto
package import KeywayCore

/// HMAC-SHA-256 (RFC 2104) under one key, for many messages.
///
/// One instance serves one thread at a time. Traps when libcrypto has no HMAC or no memory.
@safe package final class HMACSHA256 {
  private let context: OpaquePointer

  /// Copies the key, of any length, into libcrypto's memory, which is wiped when this is released.
  package init(key: Span<UInt8>) {
    Library.prepare()
    guard let algorithm = unsafe EVP_MAC_fetch(nil, "HMAC", nil) else {
      preconditionFailure("libcrypto has no HMAC")
    }
    defer { unsafe EVP_MAC_free(algorithm) }
    guard let context = unsafe EVP_MAC_CTX_new(algorithm) else {
      preconditionFailure("libcrypto has no memory")
    }
    unsafe self.context = context
    // The parameters keep both addresses, so a string that is made for one call will not do.
    let parameter = Array("digest".utf8CString)
    var digest = Array("SHA256".utf8CString)
    let status = unsafe parameter.withUnsafeBufferPointer { parameter in
      unsafe digest.withUnsafeMutableBufferPointer { digest in
        var parameters = unsafe [
          OSSL_PARAM_construct_utf8_string(parameter.baseAddress, digest.baseAddress, 0),
          OSSL_PARAM_construct_end(),
        ]
        return unsafe key.withUnsafeBufferPointer { key in
          // An absent key would mean "the key of before": an empty one still needs an address.
          var nothing: UInt8 = 0
          return unsafe key.baseAddress.map { start in
            unsafe EVP_MAC_init(context, start, key.count, &parameters)
          } ?? EVP_MAC_init(context, &nothing, 0, &parameters)
        }
      }
    }
    precondition(status == 1, "libcrypto could not take the key")
  }

  deinit {
    unsafe EVP_MAC_CTX_free(context)
  }

  /// The authentication code of the message. Compare it with ``constantTimeEquals(_:_:)``.
  package func code(for message: Span<UInt8>) -> Digest {
    var bytes = [32 of UInt8](repeating: 0)
    var span = bytes.mutableSpan
    var written = 0
    let isDone =
      unsafe EVP_MAC_init(context, nil, 0, nil) == 1
      && message.withUnsafeBufferPointer { buffer in
        unsafe EVP_MAC_update(context, buffer.baseAddress, buffer.count) == 1
      }
      && span.withUnsafeMutableBufferPointer { buffer in
        unsafe EVP_MAC_final(context, buffer.baseAddress, &written, buffer.count) == 1
      }
    precondition(isDone && written == Digest.byteCount, "libcrypto could not authenticate")
    return Digest(bytes)
  }
}
