import KeywayFormats
import KeywayService

/// A folder for an exported Info.plist and its tables.
///
/// It is Keyway's alone: an app's own Info.plist and tables hold more than quick actions, and are
/// not replaced.
struct InfoPlistFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Writes the files, each of them whole or not at all, the Info.plist first. Blocks.
  ///
  /// - Returns: the paths of all files.
  /// - Throws: ``FileError``; ``ServiceError`` `invalid`, before anything is written, when a file
  ///   that is there holds something else.
  func write(_ export: QuickActionsExport) throws -> [String] {
    let list = "\(path)/Info.plist"
    let isOurs = try check(list)
    var files = [(path: list, bytes: export.file)]
    for (language, table) in export.tables {
      let file = LocalizationFolder.table(of: language, in: path)
      guard isOurs || FileStamp(file) == nil else { throw Self.refusal(file) }
      files.append((file, table.file))
    }
    for file in files {
      try FileOutput.makeFolders(of: file.path)
      try FileOutput.replace(file.path, with: file.bytes)
    }
    return files.map(\.path)
  }

  /// Whether there is one that holds quick actions only.
  private func check(_ file: String) throws -> Bool {
    guard FileStamp(file) != nil else { return false }
    let bytes = try FileInput.bytes(of: file, limit: PropertyList.maximumSize)
    guard case .dictionary(let root)? = try? PropertyList(parsing: bytes),
      root.members.map(\.key) == [QuickActionKey.items]
    else { throw Self.refusal(file) }
    return true
  }

  private static func refusal(_ file: String) -> ServiceError {
    ServiceError(
      .invalid, "\(file) holds more than quick actions and is not replaced; name another folder")
  }
}
