internal import CSQLite

/// Somebody with `sqlite3` and the database file.
final class ForeignProgram {
  private var handle: OpaquePointer?

  init(path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure() }
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements, one after the other.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// The texts in the first column of all rows.
  func column(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { texts.append(String(cString: text)) }
    }
    return texts
  }

  /// Runs statements with everything off that guards the log and the columns.
  func tamper(_ sql: String) throws {
    let guards = ["follows", "stays", "is_kept"].flatMap { ["log_leaf_\($0)", "log_body_\($0)"] }
    for guardName in guards { try run("DROP TRIGGER IF EXISTS \(guardName)") }
    try run("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    try run(sql)
  }

  private func failure() -> Failure {
    Failure(words: String(cString: sqlite3_errmsg(handle)))
  }

  struct Failure: Error {
    let words: String
  }
}
