/// What a lock is told, once.
package struct LockCommand: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<LockCommand>

  /// What the lock is to do; raw values are stored and never change.
  package enum Verb: String, Sendable, CaseIterable {
    /// Draws the bolt back, so that the handle opens.
    case unlock
    /// Draws the latch back, too, so that the door opens by itself or by a push.
    case unlatch
    /// Keeps the latch back until the lock is told to lock.
    case holdOpen = "hold_open"
    case lock
  }

  /// Raw values are stored and never change.
  package enum State: String, Sendable, CaseIterable {
    /// Decided, and certainly not sent.
    case pending
    /// The driver has been or is about to be called.
    case sent
    case acknowledged
    case failed
    /// Sent, and no answer came in time; never sent again.
    case unconfirmed
    /// The deadline passed before it was sent.
    case expired
    /// Its process died between the decision and sending; never sent.
    case interrupted

    /// Whether the command may still have an effect on what follows.
    package var isInFlight: Bool { self == .pending || self == .sent }
  }

  package let id: ID
  package let door: Door.ID
  package let verb: Verb
  package var state: State
  package let decidedAt: Timestamp
  /// The instant after which it is no longer sent, and no answer is waited for.
  package let deadline: Timestamp
  /// When `sent` was written, or nil before.
  package var sentAt: Timestamp?
  /// Names the process that may send it.
  package let owner: String
  /// Why it failed, or nil.
  package var detail: String?
  /// The pseudonym of the operator who told the lock; nil for a command that taps asked for.
  package let actor: String?

  package init(
    id: ID, door: Door.ID, verb: Verb, state: State = .pending, decidedAt: Timestamp,
    deadline: Timestamp, sentAt: Timestamp? = nil, owner: String, detail: String? = nil,
    actor: String? = nil
  ) {
    self.id = id
    self.door = door
    self.verb = verb
    self.state = state
    self.decidedAt = decidedAt
    self.deadline = deadline
    self.sentAt = sentAt
    self.owner = owner
    self.detail = detail
    self.actor = actor
  }
}
