/// What a key says about its item on the Home Screen.
package struct KeyShortcut: Hashable, Sendable {
  /// The line beneath the title.
  package enum Subtitle: Hashable, Sendable {
    /// The site of the door, or none when the door has no site.
    case site
    /// This text; nil for no line at all.
    case text(String?)
  }

  package var subtitle: Subtitle
  /// Nil means the icon that every key has unless it says otherwise.
  package var icon: ShortcutIcon?
  package var userInfo: UserInfo

  package init(
    subtitle: Subtitle = .site, icon: ShortcutIcon? = nil, userInfo: UserInfo = .empty
  ) {
    self.subtitle = subtitle
    self.icon = icon
    self.userInfo = userInfo
  }
}
