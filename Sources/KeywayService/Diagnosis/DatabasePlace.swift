/// A file of the database, or the folder that it is in.
package struct DatabasePlace: Hashable, Sendable {
  package let path: String
  package let isFolder: Bool
  /// The permission bits of `st_mode`.
  package let mode: UInt32

  package init(path: String, isFolder: Bool, mode: UInt32) {
    self.path = path
    self.isFolder = isFolder
    self.mode = mode & 0o7777
  }

  /// What others may do with the places and should not; empty when there are no places.
  package static func findings(of places: [DatabasePlace]) -> [Finding] {
    if places.isEmpty { return [] }
    return places.compactMap(\.finding).orOK(
      .permissions, "the database is for its owner only")
  }

  /// What others than the owner may do with it and should not, or nil.
  private var finding: Finding? {
    if isFolder {
      // They could put another file in the database's place, unless the folder's sticky bit keeps
      // everybody's files from the others.
      if mode & 0o022 == 0 || mode & 0o1000 != 0 { return nil }
      return Finding(
        .permissions, .warning, of: path,
        "others than its owner may put files into the folder (mode \(octalMode)); keep the "
          + "database in a folder for this user only")
    }
    if mode & 0o077 == 0 { return nil }
    return Finding(
      .permissions, .warning, of: path,
      "others than its owner may use the file (mode \(octalMode)); make it private "
        + "(chmod 600)")
  }

  private var octalMode: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
