/// The right to unlock one door.
package struct Key: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<Key>

  /// Raw values are stored and never change.
  package enum State: String, Sendable, CaseIterable {
    case active
    case suspended
    /// Ended for good: nothing brings the key back.
    case revoked
  }

  package let id: ID
  package var door: Door.ID
  /// Whose key it is, or nil when it is for everyone.
  package var holder: Holder.ID?
  package var name: String
  package var validity: ValidityPeriod
  /// Windows in the door's zone; an empty schedule means no restriction.
  package var schedule: Schedule
  /// How many unlocks the key is good for, or nil when there is no limit.
  package var maxUses: Int64?
  package var state: State
  /// Where the key stands among the items of a phone, lowest first.
  package var rank: Int64
  package var shortcut: KeyShortcut
  /// Name and subtitle in other languages.
  package var localizations: Localizations

  package init(
    id: ID, door: Door.ID, holder: Holder.ID?, name: String,
    validity: ValidityPeriod = .unbounded, schedule: Schedule = Schedule(),
    maxUses: Int64? = nil, state: State = .active, rank: Int64 = 0,
    shortcut: KeyShortcut = KeyShortcut(), localizations: Localizations = .none
  ) {
    self.id = id
    self.door = door
    self.holder = holder
    self.name = name
    self.validity = validity
    self.schedule = schedule
    self.maxUses = maxUses
    self.state = state
    self.rank = rank
    self.shortcut = shortcut
    self.localizations = localizations
  }
}
