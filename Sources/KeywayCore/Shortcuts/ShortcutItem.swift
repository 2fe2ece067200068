/// A home-screen shortcut, field for field UIKit's `UIApplicationShortcutItem`.
package struct ShortcutItem: Hashable, Sendable {
  /// Where the item comes from; raw values stand in files.
  package enum Origin: String, Sendable {
    /// From the app's Info.plist.
    case `static`
    /// Assigned by the app at run time.
    case dynamic
  }

  /// A key's id or an action's type.
  package var type: String
  package var localizedTitle: String
  /// Nil for none, which is not the same as an empty one.
  package var localizedSubtitle: String?
  package var icon: ShortcutIcon?
  package var userInfo: UserInfo
  package var targetContentIdentifier: String?
  package var origin: Origin

  package init(
    type: String, localizedTitle: String, localizedSubtitle: String? = nil,
    icon: ShortcutIcon? = nil, userInfo: UserInfo = .empty,
    targetContentIdentifier: String? = nil, origin: Origin
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
    self.targetContentIdentifier = targetContentIdentifier
    self.origin = origin
  }
}
