internal import Glibc

/// The kernel's random numbers, fit for secrets. Each call asks the kernel: nothing is kept that
/// a copy or a child process could give out a second time.
///
/// Traps when the kernel refuses, because nothing that wants randomness may go on without it.
package struct SystemRandom: RandomNumberGenerator, Sendable {
  package init() {}

  package func next() -> UInt64 {
    var value: UInt64 = 0
    precondition(unsafe getentropy(&value, 8) == 0, "the kernel gives no random bytes")
    return value
  }

  /// As many new random bytes as asked for.
  package func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        // getentropy(3) gives at most 256 bytes a call.
        let piece = min(256, count - initialized)
        let start = unsafe buffer.baseAddress.map { unsafe $0 + initialized }
        precondition(
          unsafe getentropy(start, piece) == 0, "the kernel gives no random bytes")
        initialized += piece
      }
    }
  }
}
