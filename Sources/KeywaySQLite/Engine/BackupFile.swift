internal import Glibc
import KeywayStore

/// A copy of a database in a file of its own, which appears under its name only when it is whole.
struct BackupFile {
  let path: String

  private var temporary: String { path + ".part" }

  /// Makes the file with what the body copies, checks it, and gives it its name.
  ///
  /// - Throws: `conflict` when there is a file of that name, or a copy is just being made.
  func write(_ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
    // A log of changes that another database has left would be taken for the copy's.
    for name in [path, path + "-wal", path + "-journal"] where unsafe access(name, F_OK) == 0 {
      throw StoreError(.conflict, "\(name) exists; a backup wants a new file")
    }
    let file = unsafe open(
      temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard file >= 0 else {
      if errno == EEXIST {
        throw StoreError(
          .conflict, "\(temporary) exists: another backup is being made, or was not finished")
      }
      throw StoreError(errno: errno, "the backup \(path) could not be made")
    }
    defer { close(file) }
    do throws(StoreError) {
      try copyAndCheck(body)
      guard fsync(file) == 0 else {
        throw StoreError(errno: errno, "the backup \(path) could not be written to the disk")
      }
      // A link and not a new name: nobody's file of that name goes.
      guard unsafe link(temporary, path) == 0 else {
        throw StoreError(errno: errno, "the backup \(path) could not be given its name")
      }
      removeTemporary()
    } catch {
      removeTemporary()
      throw error
    }
    DatabaseFile(path: path).synchroniseFolder()
  }

  private func copyAndCheck(_ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
    do {
      let copy = try Connection(path: temporary, access: .readWrite, wait: 0)
      try body(copy)
    }
    let copy = try Connection(path: temporary, access: .immutable, wait: 0)
    guard try copy.text("PRAGMA quick_check(1)") == "ok" else {
      throw StoreError(.corrupt, "the copy is not sound; see 'keyway doctor'")
    }
  }

  private func removeTemporary() {
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = unsafe unlink(temporary + suffix) }
  }
}
