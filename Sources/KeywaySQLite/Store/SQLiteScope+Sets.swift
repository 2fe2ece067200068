import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func lastSet(of device: Device.ID) throws(StoreError) -> IssuedSet? {
    try connection.withStatement(
      """
      SELECT version, issued_at, content FROM shortcut_set
      WHERE device = ?1 ORDER BY version DESC LIMIT 1
      """
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      return try row.step() ? try row.issuedSet() : nil
    }
  }

  borrowing func set(of device: Device.ID, version: Int64) throws(StoreError) -> IssuedSet? {
    try connection.withStatement(
      "SELECT version, issued_at, content FROM shortcut_set WHERE device = ?1 AND version = ?2"
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      return try row.step() ? try row.issuedSet() : nil
    }
  }

  borrowing func hasSet(of device: Device.ID, version: Int64) throws(StoreError) -> Bool {
    try connection.withStatement("SELECT 1 FROM shortcut_set WHERE device = ?1 AND version = ?2") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      return try row.step()
    }
  }

  borrowing func save(_ set: IssuedSet, of device: Device.ID) throws(StoreError) {
    try connection.withStatement("INSERT INTO shortcut_set VALUES (?1, ?2, ?3, ?4)") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, set.version)
      try row.bind(3, set.issuedAt.milliseconds)
      try row.bind(4, json: .object(set.content.stored))
      try row.run()
    }
    try connection.withStatement(
      "UPDATE set_state SET changed = changed + 1, due_at = 0 WHERE device = ?1"
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      try row.run()
    }
  }

  borrowing func save(
    _ results: [SetResult], at instant: Timestamp
  ) throws(StoreError) -> [Device.ID] {
    var overtaken: [Device.ID] = []
    for result in results {
      guard try result.settles ? see(result) : leaveOpen(result) else {
        overtaken.append(result.source.device.id)
        continue
      }
      if let next = result.next { try add(next, to: result.source.device.id) }
    }
    try connection.withStatement("UPDATE set_sweep SET latest = ?1 WHERE latest < ?1") {
      row throws(StoreError) in
      try row.bind(1, instant.milliseconds)
      try row.run()
    }
    return overtaken
  }

  /// Notes that the set was put together; false when it changed meanwhile. Each version that is
  /// kept counts as a change, so that no version is given twice.
  private borrowing func see(_ result: SetResult) throws(StoreError) -> Bool {
    try connection.withStatement(
      """
      UPDATE set_state SET changed = changed + ?3, seen = changed + ?3, changes_at = ?4, due_at = ?5
      WHERE device = ?1 AND changed = ?2
      """
    ) { row throws(StoreError) in
      let changesAt = result.changesAt?.milliseconds
      try row.bind(1, result.source.device.id.text)
      try row.bind(2, result.source.changes)
      try row.bind(3, result.next == nil ? 0 : 1)
      try row.bind(4, changesAt)
      try row.bind(5, result.isAcknowledged ? changesAt : 0)
      try row.run()
    }
    return connection.changes == 1
  }

  /// Has the device looked at again; false when its set changed meanwhile.
  private borrowing func leaveOpen(_ result: SetResult) throws(StoreError) -> Bool {
    try connection.withStatement(
      "UPDATE set_state SET changed = changed + 1, due_at = 0 WHERE device = ?1 AND changed = ?2"
    ) { row throws(StoreError) in
      try row.bind(1, result.source.device.id.text)
      try row.bind(2, result.source.changes)
      try row.run()
    }
    return connection.changes == 1
  }

  private borrowing func add(
    _ version: SetSource.Version, to device: Device.ID
  ) throws(StoreError) {
    try connection.withStatement("INSERT INTO shortcut_set VALUES (?1, ?2, ?3, ?4)") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version.number)
      try row.bind(3, version.issuedAt.milliseconds)
      try row.bind(4, utf8: version.content.span)
      try row.run()
    }
  }

  borrowing func acknowledge(_ version: Int64, by device: Device.ID) throws(StoreError) {
    try connection.withStatement("UPDATE device SET acknowledged_version = ?2 WHERE id = ?1") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      try row.run()
    }
    try connection.withStatement("DELETE FROM shortcut_set WHERE device = ?1 AND version < ?2") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      try row.run()
    }
    // Nothing is due any more but what has changed since the set was put together.
    try connection.withStatement(
      """
      UPDATE set_state SET due_at = changes_at WHERE device = ?1 AND seen = changed
        AND ?2 = (SELECT max(version) FROM shortcut_set WHERE device = ?1)
      """
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      try row.run()
    }
  }

  borrowing func setClockBack(to instant: Timestamp) throws(StoreError) {
    try connection.withStatement("UPDATE set_sweep SET changed = changed + 1, latest = ?1") {
      row throws(StoreError) in
      try row.bind(1, instant.milliseconds)
      try row.run()
    }
  }

  borrowing func noteSweep(changes: Int64, at instant: Timestamp) throws(StoreError) {
    try connection.withStatement(
      "UPDATE set_sweep SET seen = max(seen, ?1), latest = max(latest, ?2)"
    ) { row throws(StoreError) in
      try row.bind(1, changes)
      try row.bind(2, instant.milliseconds)
      try row.run()
    }
  }

  borrowing func noteShown(_ version: Int64, by device: Device.ID) throws(StoreError) {
    try connection.withStatement("UPDATE device SET shown_version = ?2 WHERE id = ?1") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, version)
      try row.run()
    }
  }
}

extension Statement {
  fileprivate func issuedSet() throws(StoreError) -> IssuedSet {
    guard let object = try objectIfPresent(2), let content = ShortcutSet(stored: object) else {
      throw unreadable(2)
    }
    return IssuedSet(
      version: try int64(0), issuedAt: Timestamp(milliseconds: try int64(1)), content: content)
  }
}
