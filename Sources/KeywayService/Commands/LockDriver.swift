package import KeywayCore

/// Tells locks what to do.
///
/// Settings are the door's `lock`, of which the driver knows its own members. Functions block. A
/// driver never sends a command twice, and nothing but what it is told by ``send(_:settings:within:)``
/// moves a lock.
package protocol LockDriver: Sendable {
  /// What a lock with these settings understands; it is never told anything else.
  func verbs(settings: JSONObject) -> Set<LockCommand.Verb>

  /// Tells the lock once and waits for its answer.
  ///
  /// - Parameter limit: how long from now the lock may be told, and an answer is waited for. Its
  ///   clock is one that nobody can set; a driver looks at it last of all before it tells the lock.
  func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse

  /// Asks the lock for its state, which moves nothing.
  func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook
}

extension LockDriver {
  package func verbs(settings: JSONObject) -> Set<LockCommand.Verb> { [.unlock] }

  package func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook {
    .unanswered(detail: "mute")
  }
}

/// What came of telling a lock.
package struct LockResponse: Hashable, Sendable {
  package let report: LockReport
  /// What else the lock reported meanwhile, in order.
  package let observations: [LockObservation]

  package init(_ report: LockReport, observations: [LockObservation] = []) {
    self.report = report
    self.observations = observations
  }
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

/// What came of asking a lock for its state.
package enum LockLook: Hashable, Sendable {
  /// What it reported, in order.
  case observed([LockObservation])
  /// There was no way to it, or it did not answer in time, and why.
  case unanswered(detail: String)
}
