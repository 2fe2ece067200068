/// The keys of an Info.plist that quick actions have: the seven of an item.
package enum QuickActionKey: String, Sendable, CaseIterable {
  case type = "UIApplicationShortcutItemType"
  case title = "UIApplicationShortcutItemTitle"
  case subtitle = "UIApplicationShortcutItemSubtitle"
  case iconType = "UIApplicationShortcutItemIconType"
  case iconFile = "UIApplicationShortcutItemIconFile"
  case iconSymbolName = "UIApplicationShortcutItemIconSymbolName"
  case userInfo = "UIApplicationShortcutItemUserInfo"

  /// The key of the root under which the items stand.
  package static let items = "UIApplicationShortcutItems"

  /// The member of a site file's action that holds the same.
  package var member: String {
    switch self {
    case .type: "type"
    case .title: "title"
    case .subtitle: "subtitle"
    case .iconType, .iconFile, .iconSymbolName: "icon"
    case .userInfo: "userInfo"
    }
  }
}
