/// What a lock reported, whatever made it.
package struct LockObservation: Hashable, Sendable {
  /// Nil when the report says nothing of it.
  package var state: LockState?
  /// In percent, or nil when the report says nothing of it.
  package var battery: Int?
  /// How and by whom the lock was moved, in its own words, or nil.
  package var source: String?
  /// When the report came in.
  package var receivedAt: Timestamp
  /// When the report was made, by the lock's own clock, or nil when it does not say.
  package var reportedAt: Timestamp?
  /// Whether the report may be from before it was asked for, such as one that a broker retained: it
  /// tells nothing of what a command did.
  package var isStale: Bool

  package init(
    state: LockState? = nil, battery: Int? = nil, source: String? = nil, receivedAt: Timestamp,
    reportedAt: Timestamp? = nil, isStale: Bool = false
  ) {
    self.state = state
    self.battery = battery
    self.source = source
    self.receivedAt = receivedAt
    self.reportedAt = reportedAt
    self.isStale = isStale
  }
}
