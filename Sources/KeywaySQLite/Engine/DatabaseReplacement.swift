internal import Glibc
package import KeywayCore
package import KeywayStore
import Migrations

/// Puts a copy of a database in the place of the one that is there, if any, which is moved aside.
///
/// The copy is made beside the database and changed there as long as it takes; the path names the
/// old or the new database at every moment, and one replacement runs at a time.
package final class DatabaseReplacement {
  /// The database's path with symbolic links resolved.
  private let path: String
  /// Where the new database is made.
  private let working: String
  /// The open working file, locked as long as this replacement runs; nil once it is in place.
  /// Closing it would take SQLite's own locks from every connection of this process to that file.
  private var marker: CInt?
  private let lock: WriterLock
  private let wait: Int

  /// Copies a database file, which may be in use, beside the one at `path`, and checks the copy's
  /// structure. Blocks.
  ///
  /// - Parameters:
  ///   - createsFolders: whether missing folders above `path` are made.
  ///   - wait: how long others are waited for, in milliseconds.
  /// - Throws: `notFound` or `permission` when the file cannot be read, `notADatabase` when it is
  ///   none, `corrupt` when it is damaged, `busy` while another replacement runs.
  package init(
    of path: String, by copy: String, createsFolders: Bool = false, wait: Int = 5_000
  ) throws(StoreError) {
    let file = DatabaseFile(path: path)
    if createsFolders { try file.makeFolders() }
    self.path = file.resolvedPath
    self.wait = wait
    working = self.path + "-restoring"
    lock = WriterLock(database: self.path)
    marker = try Self.lockedFile(working)
    try fill(from: copy)
  }

  deinit {
    end()
    lock.release()
  }

  private func end() {
    guard let marker else { return }
    // What was put in place has no name here any more.
    Self.remove(working)
    close(marker)
    self.marker = nil
  }

  /// The copy as a store, brought up to this program's schema. It must be let go before
  /// ``commit(aside:)``. Blocks.
  package func store(
    now: Timestamp, random: (Int) -> [UInt8]
  ) throws(StoreError) -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.createsFile = false
    return try SQLiteStore(path: working, options: options, now: now, random: random)
  }

  /// Keeps all other processes from writing to the database until it is replaced. Blocks.
  ///
  /// - Throws: `busy` when another one writes for longer than is waited.
  package func lockOthersOut() throws(StoreError) {
    try lock.acquire(by: Deadline(milliseconds: wait))
  }

  /// Puts the copy in place, durably. The database that was there, with the files that belong to
  /// it, gets a name of its own beside it; so do files of one that is gone. Blocks.
  ///
  /// - Parameters:
  ///   - suffix: what is put behind the database's name, links resolved.
  ///   - more: endings of further files that go with it.
  /// - Returns: where the old database is now, or nil when there was none.
  /// - Throws: `busy` when another process has the database open, `conflict` when there is a file
  ///   of the new name; then nothing has changed.
  package func commit(
    asideAs suffix: String, with more: [String] = []
  ) throws(StoreError) -> String? {
    try lock.acquire(by: Deadline(milliseconds: wait))
    defer { lock.release() }
    try settle(working)
    let aside = path + suffix
    let isThere = unsafe access(path, F_OK) == 0
    if isThere { try moveAside(to: aside) }
    try moveFilesAside(to: aside, ["-wal", "-shm", "-journal"] + more)
    // A rename replaces what is there in one step.
    guard unsafe rename(working, path) == 0 else {
      throw StoreError(errno: errno, "the copy could not be put in the place of \(path)")
    }
    end()
    DatabaseFile(path: path).synchroniseFolder()
    return isThere ? aside : nil
  }

  // MARK: - The copy

  private func fill(from source: String) throws(StoreError) {
    do throws(StoreError) {
      try copyAndCheck(source)
    } catch {
      guard error.code == .corrupt else { throw error }
      throw StoreError(
        .corrupt, "\(source) is damaged; restore another backup: \(error.message)",
        engineCode: error.engineCode)
    }
  }

  private func copyAndCheck(_ source: String) throws(StoreError) {
    let isAtRest = try DatabaseFile(path: source).prepareForReading()
    do {
      let connection = try Connection(
        path: source, access: isAtRest ? .immutable : .readOnly, wait: wait)
      _ = try DatabaseIdentity(of: connection, path: source, known: Migration.all.count)
      let copy = try Connection(path: working, access: .readWrite, wait: wait)
      try connection.copy(to: copy)
    }
    let copy = try Connection(path: working, access: .readWrite, wait: wait)
    guard try copy.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0 else {
      throw StoreError(.notADatabase, "\(source) is empty; name a backup of Keyway's")
    }
    let words = try copy.text("PRAGMA integrity_check(1)") ?? ""
    guard words == "ok" else { throw StoreError(.corrupt, words) }
  }

  /// Makes one file of a database and its log of changes.
  private func settle(_ path: String) throws(StoreError) {
    do {
      let connection = try Connection(path: path, access: .readWrite, wait: wait)
      try Self.endLog(of: connection, at: path)
    }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, fsync(file) == 0, fchmod(file, 0o600) == 0 else {
      throw StoreError(errno: errno, "the copy \(path) could not be written to the disk")
    }
    close(file)
  }

  /// Copies the log of changes into the database and removes it, which SQLite does for the only
  /// connection alone.
  private static func endLog(of connection: Connection, at path: String) throws(StoreError) {
    var mode: String?
    do throws(StoreError) {
      mode = try connection.text("PRAGMA journal_mode = DELETE")
    } catch {
      guard error.code == .busy else { throw error }
    }
    guard mode == "delete" else {
      throw StoreError(
        .busy, "another program has the database \(path) open; stop it, and try again")
    }
  }

  // MARK: - What was there

  private func moveAside(to aside: String) throws(StoreError) {
    do throws(StoreError) {
      let connection = try Connection(path: path, access: .readWrite, wait: 0)
      try Self.endLog(of: connection, at: path)
    } catch {
      // Of a damaged one the log of changes stays as it is, and goes with it.
      guard [.corrupt, .notADatabase, .io, .readOnly].contains(error.code) else { throw error }
    }
    guard unsafe link(path, aside) == 0 else {
      if errno == EEXIST { throw StoreError(.conflict, "\(aside) exists already") }
      throw StoreError(errno: errno, "the database could not be moved to \(aside)")
    }
  }

  /// A log of changes without its database would be taken for the new one's.
  private func moveFilesAside(to aside: String, _ suffixes: [String]) throws(StoreError) {
    for suffix in suffixes {
      if unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT { continue }
      throw StoreError(errno: errno, "\(path + suffix) could not be moved to \(aside + suffix)")
    }
  }

  // MARK: - Files

  /// A new, empty file that this process holds a lock on. One that a killed process left is removed.
  private static func lockedFile(_ path: String) throws(StoreError) -> CInt {
    let left = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    if left >= 0 {
      defer { close(left) }
      guard flock(left, LOCK_EX | LOCK_NB) == 0 else {
        throw StoreError(.busy, "another restore is running (\(path))")
      }
      remove(path)
    }
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw StoreError(errno: errno, "the copy \(path) could not be made")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw StoreError(.busy, "another restore is running (\(path))")
    }
    return file
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal", "-lock"] { _ = unsafe unlink(path + suffix) }
  }
}
