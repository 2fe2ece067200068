/// All that a decision depends on. Plain values, so that deciding allocates nothing.
package struct AccessFacts: Hashable, Sendable {
  /// What the tap names.
  package enum Target: Hashable, Sendable {
    /// Neither a key nor an action.
    case unknown
    /// No key: the id is a door's.
    case doorID
    /// Something that was removed.
    case removed
    case action
    case key
  }

  /// Which phone the tap names.
  package enum Phone: Hashable, Sendable {
    /// None; such a tap has no holder and opens only keys that are for everyone.
    case none
    /// One that the registry does not know.
    case unknown
    case removed
    case known
  }

  /// How an instant lies to the key's schedule.
  package enum Hours: Hashable, Sendable {
    /// In a window, or there are none to be outside of.
    case inside
    /// No window touches the local date.
    case wrongDay
    /// Some window touches the local date, but none has the wall time.
    case outside
    /// The rules of the door's zone, which the schedule needs, cannot be had.
    case zoneUnavailable
  }

  /// The tap id was used before for something else.
  package var isConflict = false
  /// Why the link is none, or nil for a link or an item.
  package var rejection: LinkRejection?
  /// Receipt minus the tap's own instant, in milliseconds; negative when it lies ahead.
  package var age: Int64 = 0
  /// The oldest tap that still counts, in milliseconds, inclusive.
  package var maximumAge: Int64 = 30_000
  /// Whether the sender's clock is too far off for its instants to count.
  package var isClockSkewed = false
  /// The link carries members of a signed link, which nothing can verify yet.
  package var isSigned = false
  /// The device's bucket has no token.
  package var isDeviceThrottled = false
  package var target = Target.unknown
  package var phone = Phone.none
  package var isDeviceSuspended = false
  /// Of the phone's holder.
  package var isHolderSuspended = false
  /// The key is for everyone, or for the holder of the phone.
  package var isHolderRight = true
  package var keyState = Key.State.active
  package var validFrom: Timestamp?
  /// Exclusive.
  package var validUntil: Timestamp?
  /// Of the instant at which it is decided.
  package var hours = Hours.inside
  package var hasUsesLeft = true
  package var mode = Door.Mode.normal
  package var confirmation = Door.Confirmation.never
  /// The tap came as a link rather than as an item of the Home Screen.
  package var isLink = false
  /// The person has confirmed in the app.
  package var isConfirmed = false
  /// The door's bucket has no token.
  package var isDoorThrottled = false

  package init() {}
}
