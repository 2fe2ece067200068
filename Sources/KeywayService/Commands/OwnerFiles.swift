internal import Glibc
package import KeywayCore

/// The files by which owners of commands are known to others, `<database>-owner-<name>`, each locked
/// by its process as long as that lives.
package struct OwnerFiles: Sendable {
  /// What the paths of all of them begin with.
  let prefix: String

  /// - Parameter database: the path of an existing database.
  package init(database: String) {
    prefix = Self.resolved(database) + "-owner-"
  }

  func path(of owner: String) -> String { prefix + owner }

  /// Whether the owner's process lives; a file that may not be opened says nothing, and then it
  /// does. Looks only.
  package func isAlive(_ owner: String) -> Bool { isAlive(owner, removingDead: false) }

  /// - Parameter removingDead: whether the file of an owner that has died goes.
  func isAlive(_ owner: String, removingDead: Bool) -> Bool {
    guard Identifier<Self>.isValid(owner.utf8.span) else { return false }
    let path = path(of: owner)
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return errno != ENOENT }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return true }
    // Its name is never used again.
    if removingDead { _ = unsafe unlink(path) }
    return false
  }

  /// The paths of the files that processes left when they were killed, ascending. Only those made
  /// before `instant` are looked at: looking at one that is just being made would be in its way.
  package func left(before instant: Timestamp) -> [String] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { prefix.utf8.index(after: $0) } ?? prefix.startIndex
    let folder = start == prefix.startIndex ? "." : String(prefix[..<start])
    let beginning = String(prefix[start...])
    return Self.names(in: folder)
      .filter { $0.utf8.starts(with: beginning.utf8) }
      .map { String($0.utf8.dropFirst(beginning.utf8.count)) ?? "" }
      .filter { Identifier<Self>.isValid($0.utf8.span) && isMade($0, before: instant) }
      .filter { !isAlive($0) }
      .map { path(of: $0) }.sorted()
  }

  private func isMade(_ owner: String, before instant: Timestamp) -> Bool {
    var status = stat()
    guard unsafe lstat(path(of: owner), &status) == 0 else { return false }
    return Int64(status.st_mtim.tv_sec) * 1_000 < instant.milliseconds
  }

  /// The names of all that is in a folder, in no order; none when it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(validatingCString: $0)
        }
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// The path with symbolic links resolved, so that all who use one file find one place.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
