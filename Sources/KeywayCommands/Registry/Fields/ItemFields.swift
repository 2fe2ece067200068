import KeywayCore

/// Options about an item of the Home Screen.
enum ItemFields {
  static let rank = Option.optional(
    "rank", .rank, help: "Its place among the items, lowest first; 0 when never said.")
  static let userInfo = Option.clearable(
    "user-info", .jsonObject, help: "The item's user info, as in a site file.")
  static let localizations = Option.clearable(
    "localizations", .jsonObject,
    help: "Its texts in other languages, as in a site file; replaces all of them.")
}
