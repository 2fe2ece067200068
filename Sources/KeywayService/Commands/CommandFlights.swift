import KeywayCore
import KeywayStore

/// The commands of one verb that are in flight on the doors of one batch, and those that the batch
/// adds.
struct CommandFlights {
  /// For how long a tap joins a command that was sent, in milliseconds, exclusive.
  static let joiningWindow: Int64 = 2_000

  let verb: LockCommand.Verb
  let now: Timestamp
  /// How long after the decision a command may be sent, in milliseconds.
  let deadline: Int64
  private var current: [Door.ID: LockCommand?] = [:]
  /// The commands with another verb that are on their way.
  private var others: [Door.ID: LockCommand] = [:]
  private(set) var added: [LockCommand] = []
  private(set) var taps: [CommandTap] = []

  init(verb: LockCommand.Verb = .unlock, now: Timestamp, deadline: Int64) {
    self.verb = verb
    self.now = now
    self.deadline = deadline
  }

  /// Looks once for a command on the door that taps may still join, and closes those whose process
  /// has died.
  ///
  /// - Returns: the keys that were given a use back, once for each use.
  mutating func find(
    onDoor door: Door.ID, owners: any CommandOwners, log: LogAppender,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> [Key.ID] {
    guard current[door] == nil else { return [] }
    current[door] = .some(nil)
    var refunds: [Key.ID] = []
    for command in try transaction.commandsInFlight(onDoor: door) {
      if !owners.isAlive(command.owner) {
        refunds += try close(command, log: log, in: transaction)
      } else if command.verb != verb {
        if now < command.deadline { others[door] = command }
      } else if mayBeJoined(command) {
        current[door] = command
      }
    }
    return refunds
  }

  /// For how many milliseconds yet a door that was looked for may be busy with another verb; nil
  /// when it is not.
  func wait(onDoor door: Door.ID) -> Int64? {
    others[door].map { max(1, $0.deadline.milliseconds - now.milliseconds) }
  }

  /// The command for a door that was looked for: one to join, or a new one.
  ///
  /// - Parameter actor: the pseudonym of the operator who orders it; nil where a tap does.
  mutating func command(
    onDoor door: Door.ID, owner: String, actor: String? = nil, makeID: () -> String
  ) -> (LockCommand.ID, TapAnswer.Joining) {
    if let command = current[door] ?? nil { return (command.id, .coalesced) }
    let command = LockCommand(
      id: LockCommand.ID(trusted: makeID()), door: door, verb: verb, decidedAt: now,
      deadline: Timestamp(milliseconds: now.milliseconds + deadline), owner: owner, actor: actor)
    current[door] = command
    added.append(command)
    return (command.id, .new)
  }

  mutating func join(
    _ command: LockCommand.ID, sequence: Int64, key: Key.ID, tap: TapRequest, isLink: Bool,
    isCharged: Bool
  ) {
    taps.append(
      CommandTap(
        command: command, sequence: sequence, key: key,
        device: tap.device.map { Device.ID(trusted: $0) }, isLink: isLink,
        isConfirmed: tap.isConfirmed, isCharged: isCharged))
  }

  private func mayBeJoined(_ command: LockCommand) -> Bool {
    guard now < command.deadline else { return false }
    switch command.state {
    case .pending: return true
    case .sent:
      guard let sentAt = command.sentAt else { return false }
      // A clock that was set back tells nothing.
      return (0..<Self.joiningWindow).contains(now.milliseconds - sentAt.milliseconds)
    default: return false
    }
  }

  /// Ends a command that nobody will send or wait for any more.
  private func close(
    _ command: LockCommand, log: LogAppender,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> [Key.ID] {
    var command = command
    let wasNeverSent = command.state == .pending
    command.state = wasNeverSent ? .interrupted : .unconfirmed
    return try CommandRecorder.record(
      command, at: now, isRefunded: wasNeverSent, log: log, in: transaction)
  }
}
