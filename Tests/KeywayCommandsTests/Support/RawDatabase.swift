import CSQLite
import Foundation

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

  /// Overwrites the first page of a table or index; its WAL must be empty.
  static func spoil(_ name: String, in path: String) throws {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    guard sqlite3_open(path, &database) == SQLITE_OK,
      sqlite3_prepare_v2(
        database, "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'", -1, &statement, nil)
        == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
    else { throw Failure(message: String(cString: sqlite3_errmsg(database))) }
    let page = Int(sqlite3_column_int64(statement, 0))
    sqlite3_finalize(statement)
    sqlite3_close(database)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: UInt64((page - 1) * 4_096))
    try file.write(contentsOf: Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }))
  }
}
