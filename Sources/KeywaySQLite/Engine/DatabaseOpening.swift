import KeywayCore
import KeywayStore

/// The steps from a path to a connection whose schema is up to date.
struct DatabaseOpening {
  let path: String
  let wait: Int
  let migrator: Migrator
  let now: Timestamp

  /// A database that lives as long as its connection, in memory or in a file without a name.
  func passing(isOnDisk: Bool) throws(StoreError) -> Connection {
    let connection = try Connection(
      path: isOnDisk ? "" : ":memory:", access: .readWrite, wait: wait)
    // Nobody reads it after a crash.
    if isOnDisk { _ = try connection.text("PRAGMA journal_mode = MEMORY") }
    try connection.configure(Pragma.common)
    try migrate(connection, isNew: true, lock: nil)
    return connection
  }

  /// The database in an existing file, which may be empty, and the lock beside it. Nothing is
  /// written before it is certain that the file is ours or empty.
  func file() throws(StoreError) -> (Connection, WriterLock?) {
    let connection = try Connection(path: path, access: .readWrite, wait: wait)
    let lock = WriterLock(database: connection.resolvedPath)
    let identity = try DatabaseIdentity(of: connection, path: path, known: migrator.latest)
    try useWAL(connection, lock: lock)
    try connection.configure()
    try migrate(connection, isNew: identity.isNew, lock: lock)
    return (connection, lock)
  }

  /// An existing database, to be read only: nothing is made, migrated or changed.
  ///
  /// - Parameter isAtRest: whether nobody has the file open, so that SQLite needs none beside it.
  /// - Throws: `olderSchema` for a schema that this program would bring up to date.
  func reading(isAtRest: Bool) throws(StoreError) -> Connection {
    let connection = try Connection(
      path: path, access: isAtRest ? .immutable : .readOnly, wait: wait)
    let identity = try DatabaseIdentity(of: connection, path: path, known: migrator.latest)
    guard !identity.isNew else {
      throw StoreError(.notADatabase, "\(path) is empty; name a database of Keyway's")
    }
    try connection.configure()
    try migrator.requireLatest(connection)
    return connection
  }

  private func useWAL(_ connection: Connection, lock: WriterLock) throws(StoreError) {
    if try connection.text("PRAGMA journal_mode") == "wal" { return }
    // Two processes that change it at once would find each other busy.
    try lock.acquire(by: Deadline(milliseconds: wait))
    defer { lock.release() }
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw StoreError(
        .io, "the database \(path) cannot use a write-ahead log; put it on a local disk")
    }
  }

  private func migrate(
    _ connection: Connection, isNew: Bool, lock: WriterLock?
  ) throws(StoreError) {
    try migrator.migrate(
      connection, isNew: isNew, lock: lock, by: Deadline(milliseconds: wait), now: now)
  }
}
