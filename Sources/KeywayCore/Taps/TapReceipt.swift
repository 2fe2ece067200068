/// What the inbox made of a delivery.
package struct TapReceipt: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The delivery carries no tap.
    case none
    /// A new tap that waits for the app.
    case pending(Tap)
    /// A new tap, to be decided now.
    case handOver(Tap)
    /// Another delivery of the tap with this id, which may still wait, be decided, or be replaced.
    case duplicate(of: Tap.ID)
    /// Claims the id of a waiting tap for another payload: to be denied `tap_conflict`; the waiting
    /// tap stays as it is.
    case conflict(Tap)
  }

  package let outcome: Outcome
  /// The pending tap whose place a new one took, or nil.
  package let superseded: Tap.ID?

  package init(_ outcome: Outcome, superseded: Tap.ID? = nil) {
    self.outcome = outcome
    self.superseded = superseded
  }

  /// The new tap, or nil when the delivery brought none.
  var tap: Tap? {
    switch outcome {
    case .pending(let tap), .handOver(let tap): tap
    case .none, .duplicate, .conflict: nil
    }
  }

  var isConflict: Bool {
    if case .conflict = outcome { true } else { false }
  }
}
