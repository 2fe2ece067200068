import KeywayCore

/// What became of a command in the end, as the log has it.
struct LoggedAnswer: Hashable, Sendable {
  let command: LockCommand.ID
  let door: Door.ID
  let at: Timestamp
  /// How a recorded lock has to answer.
  let behaviour: LockBehaviour

  /// Nil for an entry that says nothing final of a command.
  init?(_ record: AuditRecord) {
    let members = record.members
    guard members.text("kind") == "actuation", let at = record.at,
      let command = members.text("command").flatMap({ LockCommand.ID($0) }),
      let door = members.text("door").flatMap({ Door.ID($0) }),
      let state = members.text("state").flatMap(LockCommand.State.init), !state.isInFlight
    else { return nil }
    self.command = command
    self.door = door
    self.at = at
    behaviour = Self.behaviour(state, members)
  }

  /// Details of commands that never reached their lock, for whatever reason a replay has not.
  private static let unreached = ["lock_offline", "no_driver", "no_lock", "no_longer_granted"]

  private static func behaviour(
    _ state: LockCommand.State, _ members: JSONObject
  ) -> LockBehaviour {
    switch state {
    case .pending, .sent, .unconfirmed: return .unconfirmed
    case .acknowledged: return .acknowledged
    case .expired, .interrupted: return .offline
    case .failed:
      // Uses are given back only where the lock was certainly not reached.
      let isUnreached = members.text("detail").map(unreached.contains) ?? false
      return isUnreached || members["refunded"] != nil ? .offline : .failed
    }
  }
}
