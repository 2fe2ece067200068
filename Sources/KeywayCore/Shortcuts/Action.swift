/// An app destination that is not an unlock, reached by a quick action.
package struct Action: Identifiable, Hashable, Sendable {
  package typealias ID = ActionType

  package let type: ActionType
  package var title: String
  /// The line beneath the title; nil for none, which is not the same as an empty one.
  package var subtitle: String?
  /// Title and subtitle in other languages.
  package var localizations: Localizations
  package var icon: ShortcutIcon?
  package var userInfo: UserInfo
  /// What the app shows; a name that only the app understands.
  package var screen: String
  /// Whether the item stands in the app's Info.plist rather than being assigned at run time.
  package var isStatic: Bool
  /// Where the action stands among the items of a phone, lowest first.
  package var rank: Int64
  /// Whether the action is gone and only its type is kept, so that it is never used again.
  package var isRemoved: Bool

  package var id: ActionType { type }

  package init(
    type: ActionType, title: String, subtitle: String? = nil,
    localizations: Localizations = .none, icon: ShortcutIcon? = nil,
    userInfo: UserInfo = .empty, screen: String, isStatic: Bool = false, rank: Int64 = 0,
    isRemoved: Bool = false
  ) {
    self.type = type
    self.title = title
    self.subtitle = subtitle
    self.localizations = localizations
    self.icon = icon
    self.userInfo = userInfo
    self.screen = screen
    self.isStatic = isStatic
    self.rank = rank
    self.isRemoved = isRemoved
  }
}
