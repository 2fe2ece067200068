internal import Glibc
import KeywayStore

/// The file of a database, before SQLite opens it: SQLite's own words for a missing folder, a
/// folder or a read-only file are "unable to open database file".
struct DatabaseFile {
  let path: String

  /// Makes sure that there is a file to read and write. A new one is empty and for this user only.
  /// `notFound` when there is none and none shall be made.
  func prepare(creatingFile: Bool, creatingFolders: Bool) throws(StoreError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return try check(status) }
    guard errno == ENOENT else {
      throw StoreError(errno: errno, "the database \(path) could not be looked up")
    }
    guard creatingFile else {
      throw unsafe lstat(path, &status) == 0
        ? danglingLink : StoreError(.notFound, "there is no database at \(path)")
    }
    if creatingFolders { try makeFolders() }
    try create()
  }

  /// Makes sure that there is a file to read, and touches nothing. Says whether SQLite can read it
  /// without a file beside it: nobody has it open and nothing waits in a log of changes.
  func prepareForReading() throws(StoreError) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { throw StoreError(.notFound, "there is no database at \(path)") }
      throw StoreError(errno: errno, "the database \(path) could not be looked up")
    }
    try checkReadable(status)
    return !hasWriteAheadLog
  }

  /// Whether changes stand in a file beside the database, or somebody is about to write some.
  var hasWriteAheadLog: Bool {
    // SQLite puts its files beside the one that a link leads to.
    guard let resolved = unsafe realpath(path, nil) else { return false }
    defer { unsafe free(resolved) }
    return unsafe access(String(cString: resolved) + "-wal", F_OK) == 0
  }

  /// Waits until the changes beside the database are on the disk, if there are any.
  func synchroniseWriteAheadLog() throws(StoreError) {
    let file = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw StoreError(errno: errno, "the changes of the database \(path) could not be opened")
    }
    defer { close(file) }
    guard fdatasync(file) == 0 else {
      throw StoreError(errno: errno, "the changes of the database \(path) did not reach the disk")
    }
  }

  private func checkReadable(_ status: stat) throws(StoreError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw StoreError(.notADatabase, "\(path) is a folder; name the database file in it")
    default:
      throw StoreError(.notADatabase, "\(path) is not a regular file; name a database file")
    }
    // SQLite takes a file of one byte for an empty one; the smallest page has 512 bytes.
    guard status.st_size == 0 || status.st_size >= 512 else {
      throw StoreError(
        .notADatabase, "\(path) is not a database; choose another file with --database")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw StoreError(errno: errno, "the database \(path) may not be read by this user")
    }
  }

  private func check(_ status: stat) throws(StoreError) {
    try checkReadable(status)
    // Root may write to anything: a file without any write bit is read-only to it as well.
    guard status.st_mode & 0o222 != 0, unsafe access(path, W_OK) == 0 else {
      throw StoreError(
        .readOnly, "the database \(path) is read-only" + StoreError.Code.readOnly.advice)
    }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw StoreError(
        .readOnly,
        "the folder \(folder) is read-only, and the database needs files beside it"
          + StoreError.Code.readOnly.advice)
    }
    // Others have no business in it, whatever a copy or a umask has left them.
    if status.st_mode & 0o077 != 0, status.st_uid == geteuid() {
      _ = unsafe chmod(path, status.st_mode & 0o700)
    }
  }

  private func create() throws(StoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST {
      var status = stat()
      if unsafe stat(path, &status) == 0 { return }  // Another process was faster.
      throw danglingLink
    }
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "the database \(path) could not be created")
    }
    defer { close(descriptor) }
    // The umask can only have taken bits away, and this user needs both.
    guard fchmod(descriptor, 0o600) == 0 else {
      throw StoreError(errno: errno, "the database \(path) could not be made private")
    }
  }

  private var danglingLink: StoreError {
    StoreError(
      .notFound, "the database \(path) is a link to a file that is missing; remove the link")
  }

  /// Makes the folders above the file that are missing, for this user only.
  func makeFolders() throws(StoreError) {
    var place = path.utf8.startIndex
    while let slash = path.utf8[place...].firstIndex(of: 0x2F) {
      place = path.utf8.index(after: slash)
      let folder = String(path[..<slash])
      if folder.isEmpty { continue }
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw StoreError(errno: errno, "the folder \(folder) could not be created")
      }
    }
  }

  /// The path with symbolic links resolved, of a file that may not exist yet.
  var resolvedPath: String {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    return path
  }

  /// Brings a change of names in the file's folder to the disk. Where that fails, the names hold
  /// until the machine fails, too.
  func synchroniseFolder() {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private var folder: String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }
}
