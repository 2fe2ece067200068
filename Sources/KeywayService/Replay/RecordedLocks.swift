import KeywayCore
import Synchronization

/// Locks that answer as a recording says, at once unless it says otherwise. They tell nobody.
final class RecordedLocks: LockDriver {
  private struct Answer {
    let behaviour: LockBehaviour
    let after: Int64?
  }

  private let answers = Mutex<[Door.ID: Answer]>([:])

  /// From now on the lock of the door answers so, that many milliseconds after it is told; with nil
  /// at once, or never when it is `unconfirmed`.
  func set(_ behaviour: LockBehaviour, after: Int64?, of door: Door.ID) {
    answers.withLock { $0[door] = Answer(behaviour: behaviour, after: after) }
  }

  func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    LockResponse(report(of: command))
  }

  private func report(of command: LockCommand) -> LockReport {
    switch answers.withLock({ $0[command.door]?.behaviour }) {
    case .acknowledged, nil: .acknowledged
    case .failed: .failed(detail: "refused")
    case .unconfirmed: .unconfirmed
    case .offline: .neverReached(detail: "lock_offline")
    }
  }

  /// When the report of a command that the lock was just told is known.
  func answerInstant(of command: LockCommand, _ report: LockReport, now: Timestamp) -> Timestamp {
    if let after = answers.withLock({ $0[command.door]?.after }) {
      return Timestamp(milliseconds: now.milliseconds + after)
    }
    return report == .unconfirmed ? command.deadline : now
  }
}
