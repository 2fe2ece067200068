/// A setting of a connection, and what it has to read afterwards.
struct Pragma: Sendable {
  let set: StaticString
  let get: StaticString
  let expected: Int64

  /// What every connection has. Automatic checkpoints are off because SQLite before 3.51.3 can
  /// corrupt a WAL that is reset while another connection checkpoints.
  static let common: [Pragma] = [
    Pragma(set: "PRAGMA synchronous = FULL", get: "PRAGMA synchronous", expected: 2),
    Pragma(set: "PRAGMA foreign_keys = ON", get: "PRAGMA foreign_keys", expected: 1),
    Pragma(set: "PRAGMA trusted_schema = OFF", get: "PRAGMA trusted_schema", expected: 0),
    Pragma(set: "PRAGMA cell_size_check = ON", get: "PRAGMA cell_size_check", expected: 1),
    // Without it, REPLACE would delete rows behind the back of the triggers that forbid deleting.
    Pragma(set: "PRAGMA recursive_triggers = ON", get: "PRAGMA recursive_triggers", expected: 1),
    // What is deleted or overwritten is set to zero, also where SQLite was not built to do so.
    Pragma(set: "PRAGMA secure_delete = ON", get: "PRAGMA secure_delete", expected: 1),
    Pragma(set: "PRAGMA temp_store = MEMORY", get: "PRAGMA temp_store", expected: 2),
    Pragma(set: "PRAGMA cache_size = -16384", get: "PRAGMA cache_size", expected: -16384),
    Pragma(set: "PRAGMA wal_autocheckpoint = 0", get: "PRAGMA wal_autocheckpoint", expected: 0),
    Pragma(
      set: "PRAGMA journal_size_limit = 6291456", get: "PRAGMA journal_size_limit",
      expected: 6_291_456),
  ]
}
