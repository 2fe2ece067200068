/// How a lock answers from a line of a recording on; raw values stand in recordings.
package enum LockBehaviour: String, Sendable, CaseIterable {
  case acknowledged
  case failed
  /// It is told, and does not answer in time.
  case unconfirmed
  /// It cannot be told.
  case offline
}
