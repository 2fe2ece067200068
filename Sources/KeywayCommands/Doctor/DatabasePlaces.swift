internal import Glibc
import KeywayService

/// The files of a database, and the folder that they are in.
enum DatabasePlaces {
  /// Those that exist; none when there is no database at the path.
  static func around(_ path: String) -> [DatabasePlace] {
    guard let real = unsafe realpath(path, nil) else { return [] }
    defer { unsafe free(real) }
    let file = unsafe String(cString: real)
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex
    let folder = slash == file.startIndex ? "/" : String(file[..<slash])
    return ["", "-wal", "-shm", "-log-key", "-erasures"].compactMap {
      place(file + $0, isFolder: false)
    }
      + [place(folder, isFolder: true)].compactMap { $0 }
  }

  /// The whole copies of a database that restores have left beside it, ascending.
  static func copies(beside path: String) -> [String] {
    guard let real = unsafe realpath(path, nil) else { return [] }
    defer { unsafe free(real) }
    let file = unsafe String(cString: real)
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    let name = String(file[file.utf8.index(after: slash)...])
    return OwnerFiles.names(in: String(file[..<slash]))
      .filter { $0.hasPrefix(name + "-before-") || $0 == name + "-restoring" }
      .filter { !$0.hasSuffix("-erasures") }
      .map { file[..<slash] + "/" + $0 }.sorted()
  }

  private static func place(_ path: String, isFolder: Bool) -> DatabasePlace? {
    var status = stat()
    guard unsafe stat(path, &status) == 0,
      (status.st_mode & S_IFMT == S_IFDIR) == isFolder
    else { return nil }
    return DatabasePlace(path: path, isFolder: isFolder, mode: status.st_mode)
  }
}
