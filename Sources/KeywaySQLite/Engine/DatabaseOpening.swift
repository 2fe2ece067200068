import KeywayCore
import KeywayStore

/// The steps from a path to a connection whose schema is up to date.
struct DatabaseOpening {
  let path: String
  let wait: Int
  let migrator: Migrator
  let now: Timestamp

  /// A database that lives as long as its connection.
  func memory() throws(StoreError) -> Connection {
    let connection = try Connection(path: ":memory:", access: .readWrite, wait: wait)
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

  /// The database in an existing file, for reading. Nothing of ours is written; SQLite makes its own
  /// `-wal` and `-shm` where they are missing.
  func fileAsItIs() throws(StoreError) -> Connection {
    let connection = try Connection(path: path, access: .readOnly, wait: wait)
    let identity = try DatabaseIdentity(of: connection, path: path, known: migrator.latest)
    try connection.configure()
    guard identity.schemaVersion == Int64(migrator.latest) else {
      throw StoreError(
        .olderSchema,
        "the database \(path) has schema version \(identity.schemaVersion), this program's is "
          + "\(migrator.latest); the next command that uses it brings it up to date")
    }
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
