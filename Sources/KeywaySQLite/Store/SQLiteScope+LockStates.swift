import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func lockState(of door: Door.ID) throws(StoreError) -> StoredLockState? {
    try connection.withStatement(
      "SELECT told_at, state, reported_at, battery, seen_at FROM lock_state WHERE door = ?1"
    ) { row throws(StoreError) in
      try row.bind(1, door.text)
      guard try row.step() else { return nil }
      return StoredLockState(
        toldAt: try row.timestampIfPresent(0),
        state: try row.textIfPresent(1).flatMap(LockState.init(rawValue:)),
        reportedAt: try row.timestampIfPresent(2), battery: try row.int64IfPresent(3).map(Int.init),
        seenAt: try row.timestampIfPresent(4))
    }
  }

  borrowing func save(
    _ state: StoredLockState, of door: Door.ID
  ) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO lock_state VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET told_at = ?2, state = ?3, reported_at = ?4, battery = ?5,
        seen_at = ?6
      """
    ) { row throws(StoreError) in
      try row.bind(1, door.text)
      try row.bind(2, state.toldAt?.milliseconds)
      try row.bind(3, state.state?.rawValue)
      try row.bind(4, state.reportedAt?.milliseconds)
      try row.bind(5, state.battery.map(Int64.init))
      try row.bind(6, state.seenAt?.milliseconds)
      try row.run()
    }
  }
}
