package import KeywayCore

/// Tells locks what to do.
package protocol LockDriver: Sendable {
  /// Tells the lock once and waits for its answer, at the latest until the command's deadline.
  /// Blocks. A driver never sends twice.
  ///
  /// - Parameter settings: the door's `lock`, of which the driver knows its own members.
  func send(_ command: LockCommand, settings: JSONObject) -> LockReport
}

/// What a lock, or the way to it, answered.
package enum LockReport: Hashable, Sendable {
  case acknowledged
  /// The lock got the command and could not or would not.
  case failed(detail: String)
  /// The command certainly never reached the lock.
  case neverReached(detail: String)
  /// No answer came in time; the lock may have done it.
  case unconfirmed
}
