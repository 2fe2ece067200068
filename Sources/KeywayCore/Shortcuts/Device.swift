/// One phone.
package struct Device: Identifiable, Hashable, Sendable {
  package typealias ID = Identifier<Device>

  /// Raw values are stored and never change.
  package enum Platform: String, Sendable, CaseIterable {
    case ios, android, web
  }

  /// How many items the device is given.
  package enum ShortcutLimit: Hashable, Sendable {
    case count(Int64)
    /// Every item; the phone shows what fits.
    case all
  }

  package let id: ID
  /// Whose phone it is, or nil when it is nobody's.
  package var holder: Holder.ID?
  package var platform: Platform
  package var shortcutLimit: ShortcutLimit
  /// A BCP 47 language tag, or nil when none is known.
  package var language: String?
  package var state: Standing
  /// Whether the device is gone and only its id is kept, so that the id is never used again.
  package var isRemoved: Bool

  package init(
    id: ID, holder: Holder.ID? = nil, platform: Platform = .ios,
    shortcutLimit: ShortcutLimit = .count(4), language: String? = nil,
    state: Standing = .active, isRemoved: Bool = false
  ) {
    self.id = id
    self.holder = holder
    self.platform = platform
    self.shortcutLimit = shortcutLimit
    self.language = language
    self.state = state
    self.isRemoved = isRemoved
  }
}
