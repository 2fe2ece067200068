/// The ordered items of one device.
package struct ShortcutSet: Hashable, Sendable {
  /// Why an item that the device might expect is not among its items; raw values stand in files.
  package enum Omission: String, Sendable, CaseIterable {
    case beyondLimit = "beyond_limit"
    case revoked
    case suspended
    case expired
    case notYetValid = "not_yet_valid"
    case usesExhausted = "uses_exhausted"

    /// Whether the item has ended for good, so that it is listed only until the device has been
    /// given a set without it.
    package var isFinal: Bool {
      switch self {
      case .revoked, .expired, .usesExhausted: true
      case .beyondLimit, .suspended, .notYetValid: false
      }
    }
  }

  package struct Omitted: Hashable, Sendable {
    package let type: String
    package let reason: Omission

    package init(type: String, reason: Omission) {
      self.type = type
      self.reason = reason
    }
  }

  /// What the phone shows, static items first, without `keyway.list`.
  package var items: [ShortcutItem]
  package var omitted: [Omitted]

  package init(items: [ShortcutItem], omitted: [Omitted]) {
    self.items = items
    self.omitted = omitted
  }
}
