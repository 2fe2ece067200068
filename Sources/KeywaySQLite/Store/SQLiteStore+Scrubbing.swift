package import KeywayStore

extension SQLiteStore {
  /// What is known of people, besides the tables of remembered taps. The log knows nobody, and the
  /// other tables are only ever added to or hold what is no person's.
  private static let personal = [
    "holder", "device", "key", "shortcut_set", "command_tap", "rejected_link", "throttle",
    "token", "enrolment_code",
  ]

  package func scrub() throws(StoreError) -> Bool {
    let days = try pool.withReader { connection throws(StoreError) in
      try SQLiteScope(connection: connection, schedules: schedules).tapTables()
    }
    // One transaction each, so that taps are decided in between.
    for table in Self.personal + days {
      try pool.rewrite(table)
      try pool.checkpointIfNeeded()
    }
    return try pool.emptyWAL()
  }
}
