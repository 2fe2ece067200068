package import KeywayCore

/// What is known of a lock.
package struct StoredLockState: Hashable, Sendable {
  /// When the lock was told something last, or nil when it never was.
  package var toldAt: Timestamp?
  /// What it reported last, or nil.
  package var state: LockState?
  /// When that came in.
  package var reportedAt: Timestamp?
  /// In percent, or nil while nothing was reported.
  package var battery: Int?
  /// When anything came from the lock last, or nil.
  package var seenAt: Timestamp?

  package init(
    toldAt: Timestamp? = nil, state: LockState? = nil, reportedAt: Timestamp? = nil,
    battery: Int? = nil, seenAt: Timestamp? = nil
  ) {
    self.toldAt = toldAt
    self.state = state
    self.reportedAt = reportedAt
    self.battery = battery
    self.seenAt = seenAt
  }

  /// The state that may be shown: what was reported since the lock was told something last.
  package var shown: LockState {
    guard let state, let reportedAt else { return .unknown }
    if let toldAt, reportedAt < toldAt { return .unknown }
    return state
  }
}

/// Reads what is known of locks.
package protocol LockStateReader: ~Copyable {
  /// Nil while the lock was never told nor heard anything.
  borrowing func lockState(of door: Door.ID) throws(StoreError) -> StoredLockState?
}

/// Keeps what is known of locks.
package protocol LockStateWriter: ~Copyable {
  borrowing func save(_ state: StoredLockState, of door: Door.ID) throws(StoreError)
}
