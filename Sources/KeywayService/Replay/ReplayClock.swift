package import KeywayCore
import Synchronization

/// The clock and the randomness of a replay: both depend on the recording alone.
package final class ReplayClock: Sendable {
  private let instant = Mutex(Timestamp(milliseconds: 0))
  private let state = Mutex<UInt64>(0x6B65_7977_6179_0001)

  package init() {}

  /// The instant of the line that is replayed.
  package var now: Timestamp { instant.withLock { $0 } }

  func set(_ now: Timestamp) {
    instant.withLock { $0 = now }
  }

  /// The next bytes of a fixed sequence (xorshift64*).
  package func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return UInt8(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 56)
      }
    }
  }
}
