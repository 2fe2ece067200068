internal import CSQLite

extension SQLiteStore {
  /// The version of the SQLite library that runs, such as `3.40.1`; opens no database.
  package static var engineVersion: String {
    unsafe String(cString: sqlite3_libversion())
  }
}
