import CSQLite

/// A database file as any program can change it, for what Keyway's own would refuse.
enum RawDatabase {
  struct Failure: Error { let message: String }

  /// Runs the statements.
  static func execute(_ sql: String, in path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open(path, &database) == SQLITE_OK,
      sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(database))) }
  }
}
