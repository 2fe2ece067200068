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

  borrowing func save(_ set: IssuedSet, of device: Device.ID) throws(StoreError) {
    try connection.withStatement("INSERT INTO shortcut_set VALUES (?1, ?2, ?3, ?4)") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.bind(2, set.version)
      try row.bind(3, set.issuedAt.milliseconds)
      try row.bind(4, json: .object(set.content.stored))
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
