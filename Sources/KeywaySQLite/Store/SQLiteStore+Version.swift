internal import CSQLite

extension SQLiteStore {
  /// The version of the SQLite library that runs, such as `3.40.1`; opens no database.
  package static var engineVersion: String {
    unsafe String(cString: sqlite3_libversion())
  }

  /// What every database file that is not empty begins with: <https://sqlite.org/fileformat.html>,
  /// section 1.3.1.
  package static let fileMark = Array("SQLite format 3\0".utf8)
}
