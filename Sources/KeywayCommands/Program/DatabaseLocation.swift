/// Where the database is.
struct DatabaseLocation: Hashable, Sendable {
  let path: String
  /// Whether the folders above it are ours to make.
  let isDefault: Bool

  /// The path that was given, else `$KEYWAY_DATABASE`, else the place for a user's data.
  ///
  /// - Returns: nil when nothing tells where that is.
  init?(given: String?, variables: Variables) {
    if let path = given ?? variables["KEYWAY_DATABASE"] {
      self.path = path
      isDefault = false
      return
    }
    guard let folder = Self.dataFolder(variables) else { return nil }
    path = folder + "/keyway/keyway.db"
    isDefault = true
  }

  /// XDG Base Directory Specification 0.8: a relative path is ignored.
  private static func dataFolder(_ variables: Variables) -> String? {
    if let folder = variables["XDG_DATA_HOME"], folder.utf8.first == UInt8(ascii: "/") {
      return folder
    }
    return variables["HOME"].map { $0 + "/.local/share" }
  }
}
