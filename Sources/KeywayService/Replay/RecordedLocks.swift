import KeywayCore
import Synchronization

/// Locks that answer as a recording says, at once unless it says otherwise. They tell nobody.
final class RecordedLocks: LockDriver {
  private let behaviours = Mutex<[Door.ID: LockBehaviour]>([:])

  /// From now on the lock of the door answers so.
  func set(_ behaviour: LockBehaviour, of door: Door.ID) {
    behaviours.withLock { $0[door] = behaviour }
  }

  func send(_ command: LockCommand, settings: JSONObject) -> LockReport {
    switch behaviours.withLock({ $0[command.door] }) {
    case .acknowledged, nil: .acknowledged
    case .failed: .failed(detail: "refused")
    case .unconfirmed: .unconfirmed
    case .offline: .neverReached(detail: "lock_offline")
    }
  }
}
