import KeywayStore

extension ConnectionPool {
  /// How long readers are waited for at a time, in milliseconds, while nobody can write.
  private static let patience = 100
  /// How long others may write between two tries, in microseconds.
  private static let pause: Int64 = 20_000

  /// Writes the rows of a table anew, so that its pages hold nothing else: SQLite sets to zero what
  /// it deletes, but where it splits a page it may leave copies of rows in the space between.
  /// Holds the rows in memory. A table that is gone, as those of days go, needs nothing.
  func rewrite(_ table: String) throws(StoreError) {
    try withWritingConnection { connection throws(StoreError) in
      // With references to check, rows would be deleted one by one, and what lies between them
      // would stay. They cannot be switched off in a transaction, and every row comes back.
      try connection.execute("PRAGMA foreign_keys = OFF")
      defer { _ = try? connection.execute("PRAGMA foreign_keys = ON") }
      // Nothing changes for those who look for changes.
      try connection.setTriggers(firing: false)
      defer { _ = try? connection.setTriggers(firing: true) }
      try connection.write { connection throws(StoreError) in
        guard try connection.hasTable(table) else { return }
        try connection.execute(
          script: Array(
            """
            CREATE TEMP TABLE scrubbed AS SELECT * FROM main.\(table);
            DELETE FROM main.\(table);
            INSERT INTO main.\(table) SELECT * FROM scrubbed;
            DROP TABLE scrubbed;
            """.utf8
          ).span)
      }
    }
  }

  /// Copies the log of changes into the database and makes it empty; false when readers are in the
  /// way for longer than others are waited for.
  func emptyWAL() throws(StoreError) -> Bool {
    let deadline = Deadline(milliseconds: wait)
    while true {
      let isEmpty = try withWritingConnection { connection throws(StoreError) in
        connection.setWait(milliseconds: Self.patience)
        defer { connection.setWait(milliseconds: wait) }
        return try connection.checkpoint(.truncate)
      }
      if isEmpty || deadline.hasPassed { return isEmpty }
      deadline.sleep(microseconds: Self.pause)
    }
  }
}

extension Connection {
  fileprivate func hasTable(_ name: String) throws(StoreError) -> Bool {
    try withStatement("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1") {
      row throws(StoreError) in
      try row.bind(1, name)
      return try row.step()
    }
  }
}
