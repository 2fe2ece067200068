package import KeywayCore

/// What became of an operator's word to one door.
package struct DoorOrder: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// A command of its own, to be sent until the deadline, as ``ServiceEnvironment/uptime`` goes.
    case new(LockCommand.ID, deadline: Duration)
    /// It joined a command that is on its way.
    case coalesced(LockCommand.ID)
    /// - Parameter wait: in how many milliseconds it may be tried again, where that is known.
    case refused(Refusal.Reason, wait: Int64?)
  }

  package let door: Door.ID
  package let outcome: Outcome
}
