import KeywayCore

/// The options about a key's item on the Home Screen.
struct ShortcutFields {
  private static let subtitle = Option.clearable(
    "subtitle", .text, help: "The line beneath, instead of the door's site.")
  private static let siteSubtitle = Flag.present(
    "site-subtitle", help: "The line beneath is the door's site again.")
  static let parameters =
    Parameters(subtitle, siteSubtitle, ItemFields.userInfo).atMostOne(of: subtitle, siteSubtitle)
    + IconFields.parameters

  private let subtitle: Change<String>
  private let isSiteSubtitle: Bool
  private let userInfo: Change<JSONObject>
  private let icon: IconFields

  init(_ arguments: Arguments) throws(UsageError) {
    subtitle = try arguments[Self.subtitle]
    isSiteSubtitle = try arguments[Self.siteSubtitle]
    userInfo = try arguments[ItemFields.userInfo]
    icon = try IconFields(arguments)
  }

  /// Whether anything was said of the item.
  var isGiven: Bool { subtitle != .keep || isSiteSubtitle || userInfo != .keep || icon.isGiven }

  /// The site file's shortcut after the change: it is stored as a whole.
  func json(over stored: JSONValue?) -> JSONValue {
    var shortcut: JSONObject = [:]
    if case .object(let object)? = stored { shortcut = object }
    shortcut.set("subtitle", subtitle) { .string($0) }
    if isSiteSubtitle { shortcut["subtitle"] = nil }
    shortcut.set("userInfo", userInfo) { .object($0) }
    if icon.isGiven { shortcut["icon"] = icon.json(over: shortcut["icon"]) }
    return .object(shortcut)
  }
}
