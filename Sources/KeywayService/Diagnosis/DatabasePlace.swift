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
      // A file in it stays closed to them; but they could put another one in its place.
      if mode & 0o022 != 0 { return warning("put files into", "a folder for this user only") }
      if mode & 0o004 != 0 { return warning("list", "a folder for this user only") }
      return nil
    }
    if mode & 0o077 == 0 { return nil }
    return Finding(
      .permissions, .warning, of: path,
      "others than its owner may use the file (mode \(octalMode)); make it private "
        + "(chmod 600)")
  }

  private func warning(_ verb: String, _ place: String) -> Finding {
    Finding(
      .permissions, .warning, of: path,
      "others than its owner may \(verb) the folder (mode \(octalMode)); keep the database in "
        + place)
  }

  private var octalMode: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
