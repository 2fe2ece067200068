package import KeywayCore

/// Whose tap it is and what its sender calls it.
package struct TapIdentity: Hashable, Sendable {
  /// The sender in one word: `device:` and its id, `token:` and its id, or `user:` and the number
  /// of the local user. That of a tap that conflicts with another ends in its sender's.
  package let sender: String
  package let id: String

  package init(sender: String, id: String) {
    self.sender = sender
    self.id = id
  }
}

/// What became of a tap, as it is remembered.
package struct Attempt: Hashable, Sendable {
  package let tap: TapIdentity
  /// Tells whether a repeat has the same content.
  package let content: Digest
  package let decidedAt: Timestamp
  /// The decision's place in the log, or nil when it made no entry.
  package let sequence: Int64?
  /// The command that the tap started or joined, or nil.
  package let command: LockCommand.ID?
  /// The answer of the decision, in canonical JSON.
  package let answer: [UInt8]

  package init(
    tap: TapIdentity, content: Digest, decidedAt: Timestamp, sequence: Int64?,
    command: LockCommand.ID?, answer: [UInt8]
  ) {
    self.tap = tap
    self.content = content
    self.decidedAt = decidedAt
    self.sequence = sequence
    self.command = command
    self.answer = answer
  }
}

/// What a decision needs to know of a key and its door.
package struct KeyFacts: Hashable, Sendable {
  package let door: Door.ID
  package let holder: Holder.ID?
  package let state: Key.State
  package let validFrom: Timestamp?
  package let validUntil: Timestamp?
  package let hours: KeyHours
  package let maxUses: Int64?
  package let uses: Int64
  package let mode: Door.Mode
  package let confirmation: Door.Confirmation
  package let timeZone: String

  package init(
    door: Door.ID, holder: Holder.ID?, state: Key.State, validFrom: Timestamp?,
    validUntil: Timestamp?, hours: KeyHours, maxUses: Int64?, uses: Int64, mode: Door.Mode,
    confirmation: Door.Confirmation, timeZone: String
  ) {
    self.door = door
    self.holder = holder
    self.state = state
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.hours = hours
    self.maxUses = maxUses
    self.uses = uses
    self.mode = mode
    self.confirmation = confirmation
    self.timeZone = timeZone
  }
}

/// What a decision needs to know of a device and its holder.
package struct DeviceFacts: Hashable, Sendable {
  package let holder: Holder.ID?
  package let state: Standing
  package let isRemoved: Bool
  package let holderState: Standing
  /// Empty for a removed device that the log no longer knows.
  package let pseudonym: String
  package let holderPseudonym: String?
  package let shownVersion: Int64?
  /// The bytes under which texts of the device's holder, or else of the device, are hashed.
  package let secret: [UInt8]

  package init(
    holder: Holder.ID?, state: Standing, isRemoved: Bool, holderState: Standing,
    pseudonym: String, holderPseudonym: String?, shownVersion: Int64?, secret: [UInt8]
  ) {
    self.holder = holder
    self.state = state
    self.isRemoved = isRemoved
    self.holderState = holderState
    self.pseudonym = pseudonym
    self.holderPseudonym = holderPseudonym
    self.shownVersion = shownVersion
    self.secret = secret
  }
}

extension DeviceFacts {
  /// Whether the device was removed, and the log no longer knows it.
  package var isForgotten: Bool { isRemoved && pseudonym.isEmpty }
}

/// One tap on a command: what is decided once more before the lock is told.
package struct CommandTap: Hashable, Sendable {
  package let command: LockCommand.ID
  /// The decision's place in the log.
  package let sequence: Int64
  package let key: Key.ID
  /// The device that the tap named, or nil when it named none. An empty one is a device that was
  /// removed and forgotten, so that nobody takes the tap for one without a device.
  package let device: Device.ID?
  package let isLink: Bool
  package let isConfirmed: Bool
  /// Whether a use was charged, so that it can be given back.
  package let isCharged: Bool

  package init(
    command: LockCommand.ID, sequence: Int64, key: Key.ID, device: Device.ID?, isLink: Bool,
    isConfirmed: Bool, isCharged: Bool
  ) {
    self.command = command
    self.sequence = sequence
    self.key = key
    self.device = device
    self.isLink = isLink
    self.isConfirmed = isConfirmed
    self.isCharged = isCharged
  }
}

/// Reads what a decision needs. Answers stand in the order of what was asked.
package protocol AttemptReader: ~Copyable {
  /// What became of the taps earlier, nil where they are new; days that ended before `since` are
  /// not asked.
  borrowing func attempts(
    _ taps: [TapIdentity], since: Timestamp
  ) throws(StoreError) -> [Attempt?]
  /// The attempts of that tap id by any sender, latest first.
  borrowing func attempts(named id: String) throws(StoreError) -> [Attempt]
  /// Calls the body with every attempt that is remembered of days that had not ended before `since`.
  borrowing func forEachAttempt(since: Timestamp, _ body: (Attempt) throws -> Void) throws
  borrowing func facts(ofKeys ids: [Key.ID]) throws(StoreError) -> [KeyFacts?]
  borrowing func facts(ofDevices ids: [Device.ID]) throws(StoreError) -> [DeviceFacts?]
  borrowing func command(_ id: LockCommand.ID) throws(StoreError) -> LockCommand?
  /// The commands that are pending or sent on the door, oldest first.
  borrowing func commandsInFlight(onDoor door: Door.ID) throws(StoreError) -> [LockCommand]
  /// All commands that are pending or sent, oldest first.
  borrowing func commandsInFlight() throws(StoreError) -> [LockCommand]
  /// The taps on a command, oldest first.
  borrowing func taps(onCommand id: LockCommand.ID) throws(StoreError) -> [CommandTap]
}

/// Records what was decided.
package protocol AttemptWriter: ~Copyable {
  /// Keeps attempts under the day on which they were decided.
  borrowing func remember(_ attempts: [Attempt]) throws(StoreError)
  /// Drops the days that ended before `instant`, whole.
  borrowing func forgetAttempts(before instant: Timestamp) throws(StoreError)
  /// Charges one use unless the key's limit is reached; says whether it could.
  borrowing func chargeUse(of key: Key.ID) throws(StoreError) -> Bool
  /// Gives one use back.
  borrowing func refundUse(of key: Key.ID) throws(StoreError)
  borrowing func add(_ commands: [LockCommand], taps: [CommandTap]) throws(StoreError)
  /// Replaces state, `sentAt` and detail of a command.
  borrowing func update(_ command: LockCommand) throws(StoreError)
}
