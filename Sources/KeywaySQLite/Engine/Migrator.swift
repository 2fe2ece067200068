import KeywayCore
import KeywayCrypto
import KeywayStore
import Migrations

/// Brings the schema of a database up to what this program knows.
struct Migrator {
  /// A row of the table of applied migrations.
  private struct Applied {
    let number: Int64
    let name: String
    let checksum: [UInt8]
  }

  /// In order; the first has number 1, and none is left out.
  let migrations: [Migration]
  /// Where the database is, for messages.
  let path: String

  /// The version that a database has afterwards.
  var latest: Int { migrations.count }

  /// Applies what is missing, each migration in a transaction of its own. A database that is up to
  /// date costs one query, no lock and no digest: the first digest of a process costs libcrypto
  /// half a millisecond. `now` is the instant kept beside each migration.
  func migrate(
    _ connection: Connection, isNew: Bool, lock: WriterLock?, by deadline: Deadline, now: Timestamp
  ) throws(StoreError) {
    if !isNew, try soundCount(connection) == latest { return }
    try lock?.acquire(by: deadline)
    defer { lock?.release() }
    // Another process may have done some or all of it before the lock was ours.
    while try connection.write({ connection throws(StoreError) in
      try applyNext(connection, now: now)
    }) {}
  }

  /// Throws unless the database has every migration that this program knows.
  func requireLatest(_ connection: Connection) throws(StoreError) {
    let count = try soundCount(connection)
    guard count == latest else {
      throw StoreError(
        .olderSchema,
        "the database \(path) has schema version \(count), this program's is \(latest); a command "
          + "of this program that writes brings it, or a copy of it, up to date")
    }
  }

  /// How many migrations the database has; throws unless they are those that it says it has.
  private func soundCount(_ connection: Connection) throws(StoreError) -> Int {
    // The version first: another process may be applying the next one right now.
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let count = try appliedCount(connection)
    try requireAll(count, of: version)
    return count
  }

  /// Applies the first missing migration; false when there is none.
  private func applyNext(_ connection: Connection, now: Timestamp) throws(StoreError) -> Bool {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS migration(
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum BLOB NOT NULL,
        applied_at INTEGER NOT NULL) STRICT
      """)
    let count = try appliedCount(connection)
    guard count < latest else { return false }
    let migration = migrations[count]
    try connection.execute(script: migration.sql.span)
    guard connection.isInTransaction else {
      throw StoreError(.misuse, "migration \(migration.number) ends its own transaction")
    }
    try record(migration, in: connection, now: now)
    return true
  }

  private func record(
    _ migration: Migration, in connection: Connection, now: Timestamp
  ) throws(StoreError) {
    let checksum = SHA256Hasher().hash(migration.sql.span)
    guard migration.checksum.map({ $0 == checksum.hex }) ?? true else {
      throw StoreError(.misuse, "migration \(migration.number) is not what its checksum promises")
    }
    try connection.withStatement("INSERT INTO migration VALUES(?1, ?2, ?3, ?4)") {
      statement throws(StoreError) in
      try statement.bind(1, Int64(migration.number))
      try statement.bind(2, migration.name)
      try statement.bind(3, blob: checksum.bytes.span)
      try statement.bind(4, now.milliseconds)
      try statement.run()
    }
    // Pragmas take no bound values; both numbers are ours.
    try connection.execute(
      script: Array("PRAGMA application_id = \(DatabaseIdentity.applicationID)".utf8).span)
    try connection.execute(script: Array("PRAGMA user_version = \(migration.number)".utf8).span)
  }

  /// How many of the migrations the database has; throws unless they are the first ones by number,
  /// name and content.
  private func appliedCount(_ connection: Connection) throws(StoreError) -> Int {
    let applied = try applied(connection)
    if let last = applied.last, applied.count > latest {
      throw DatabaseIdentity.newer(path: path, has: last.number, known: latest)
    }
    for (row, migration) in zip(applied, migrations) {
      guard row.number == Int64(migration.number) else {
        throw lacks(migration)
      }
      let checksum = migration.checksum ?? SHA256Hasher().hash(migration.sql.span).hex
      guard row.name == migration.name, Digest(bytes: row.checksum.span)?.hex == checksum else {
        throw StoreError(
          .migrationMismatch,
          "migration \(row.number) (\(row.name)) of the database \(path) differs from this "
            + "program's; use the program that applied it, or restore a backup")
      }
    }
    return applied.count
  }

  /// Throws unless as many migrations are recorded as the file's own version says.
  private func requireAll(_ count: Int, of version: Int64) throws(StoreError) {
    guard Int64(count) < version, count < latest else { return }
    throw lacks(migrations[count])
  }

  private func lacks(_ migration: Migration) -> StoreError {
    StoreError(
      .migrationMismatch,
      "the database \(path) lacks migration \(migration.number) (\(migration.name)), though it "
        + "was made with it; restore a backup, or use the program that made it")
  }

  private func applied(_ connection: Connection) throws(StoreError) -> [Applied] {
    try connection.withStatement("SELECT number, name, checksum FROM migration ORDER BY number") {
      statement throws(StoreError) in
      var rows: [Applied] = []
      while try statement.step() {
        rows.append(
          Applied(
            number: try statement.int64(0), name: try statement.text(1),
            checksum: try statement.bytes(2)))
      }
      return rows
    }
  }
}
