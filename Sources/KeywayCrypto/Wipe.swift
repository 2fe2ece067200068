internal import CCrypto

/// Overwrites secret bytes with zeros, in a way that the compiler does not leave out, and empties
/// the array. Copies made before are not reached.
package func wipe(_ bytes: inout [UInt8]) {
  var span = bytes.mutableSpan
  unsafe span.withUnsafeMutableBufferPointer { buffer in
    unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
  bytes.removeAll()
}
