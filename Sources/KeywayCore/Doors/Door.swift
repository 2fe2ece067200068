/// An opening in a named time zone, driven by one lock.
package struct Door: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<Door>

  /// What the door does with commands at large; raw values are stored and never change.
  package enum Mode: String, Sendable, CaseIterable {
    /// Keys decide.
    case normal
    /// Nobody gets in, whatever their key says.
    case lockedDown = "locked_down"
    /// The door takes no part; taps on it are denied.
    case disabled
  }

  /// Which taps a person must have confirmed in the app before they open this door.
  package enum Confirmation: String, Sendable, CaseIterable {
    case never
    /// Those that came as a link; items of the Home Screen need none.
    case links
    case always
  }

  package let id: ID
  package var name: String
  /// The place that the door belongs to, or nil when none is named.
  package var site: String?
  /// The site in other languages, as the line beneath an item; titles it has none.
  package var localizations: Localizations
  /// An IANA name; whether the machine knows the zone is checked when it is set.
  package var timeZone: String
  package var mode: Mode
  package var confirm: Confirmation
  /// Local dates, ascending, on which the schedule windows that start on them are void.
  package var exceptions: [CivilDate]
  /// How the lock is driven, with its `driver`; nil while the door has none.
  package var lock: JSONObject?
  /// Whether the door is gone and only its id is kept, so that the id is never used again.
  package var isRemoved: Bool

  package init(
    id: ID, name: String, site: String? = nil, timeZone: String, mode: Mode = .normal,
    confirm: Confirmation = .never, exceptions: [CivilDate] = [], lock: JSONObject? = nil,
    localizations: Localizations = .none, isRemoved: Bool = false
  ) {
    self.id = id
    self.name = name
    self.site = site
    self.timeZone = timeZone
    self.mode = mode
    self.confirm = confirm
    self.exceptions = exceptions
    self.lock = lock
    self.localizations = localizations
    self.isRemoved = isRemoved
  }
}
