import CBenchmark
import KeywayCore

/// Texts and arrays for C, which live as long as this.
@safe final class ForeignTexts {
  private var texts: [UnsafeMutableBufferPointer<UInt8>]

  init() {
    unsafe texts = []
  }

  deinit {
    unsafe texts.forEach { unsafe $0.deallocate() }
  }

  @unsafe func add(_ text: some Collection<UInt8>) -> benchmark_bytes {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, text.count))
    _ = unsafe copy.initialize(from: text)
    unsafe texts.append(copy)
    return unsafe benchmark_bytes(bytes: UnsafePointer(copy.baseAddress), count: text.count)
  }

  /// What the router has of a configuration.
  @unsafe func router(_ configuration: LinkConfiguration) -> benchmark_router {
    func packed(_ names: [String]) -> [UInt8] {
      names.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + $0.utf8 }
    }
    return unsafe benchmark_router(
      bare_prefix: add(configuration.barePrefix.utf8), schemes: add(packed(configuration.schemes)),
      hosts: add(packed(configuration.hosts)))
  }
}

/// xorshift64*, so that every run has the same work.
struct BenchmarkGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// The seed is the state and not zero.
  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(bound))
  }

  /// The bytes that an id is made of: two of one number and eight of the next.
  mutating func idBytes() -> [UInt8] {
    let first = next()
    let second = next()
    return [UInt8(truncatingIfNeeded: first >> 56), UInt8(truncatingIfNeeded: first >> 48)]
      + (0..<8).map { UInt8(truncatingIfNeeded: second >> UInt64(56 - 8 * $0)) }
  }

  mutating func id(at milliseconds: Int64) -> String {
    GeneratedIdentifier.text(at: Timestamp(milliseconds: milliseconds), random: idBytes())
  }
}
