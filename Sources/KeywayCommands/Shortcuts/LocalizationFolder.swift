import KeywayCore
import KeywayFormats
import KeywayService

/// A folder with an app's `<language>.lproj` folders.
struct LocalizationFolder {
  /// The languages' tables, in the order of the folders' names.
  let files: [LanguageFile]
  /// What was passed over, in words.
  let notes: [String]

  static let tableName = "InfoPlist.strings"
  private static let catalogueName = "InfoPlist.xcstrings"
  private static let suffix = ".lproj"
  /// Names of folders before language tags were used for them.
  private static let oldNames = [
    "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja",
    "Spanish": "es", "Dutch": "nl",
  ]

  /// Looks into the folder. Blocks.
  ///
  /// - Throws: ``FileError``; ``ServiceError`` `invalid` when there is no table in it.
  init(_ path: String) throws {
    guard FileStamp(path) != nil else {
      throw FileError(.notFound, path: path, reason: "No such file or directory")
    }
    var files: [LanguageFile] = []
    var notes: [String] = []
    let names = OwnerFiles.names(in: path).sorted()
    for name in names where name.hasSuffix(Self.suffix) {
      let table = "\(path)/\(name)/\(Self.tableName)"
      guard FileStamp(table) != nil else { continue }
      switch Self.language(of: String(name.dropLast(Self.suffix.count))) {
      case nil: notes.append("\(path)/\(name) is of no language and is not read")
      case let language?: files.append(LanguageFile(language: language, path: table))
      }
    }
    guard !names.contains(Self.catalogueName) else {
      throw ServiceError(
        .invalid, "\(path)/\(Self.catalogueName): \(StringsTable.catalogueError.message)")
    }
    guard !files.isEmpty else {
      throw ServiceError(
        .invalid, "\(path): has no <language>\(Self.suffix)/\(Self.tableName) in it")
    }
    self.files = files
    self.notes = notes
  }

  /// Where a language's table stands.
  static func table(of language: String, in folder: String) -> String {
    "\(folder)/\(language)\(suffix)/\(tableName)"
  }

  /// Nil for `Base`, whose texts are the Info.plist's own, and for what is no tag.
  private static func language(of name: String) -> String? {
    if name == "Base" { return nil }
    if let language = oldNames[name] { return language }
    let tag = String(name.map { $0 == "_" ? "-" : $0 })
    return LanguageTag.isWellFormed(tag) ? tag : nil
  }
}
