import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func doors(_ ids: [Door.ID]) throws(StoreError) -> [DoorRecord?] {
    try connection.withStatement(
      """
      SELECT id, name, site, time_zone, mode, confirm, exceptions, lock, removed, secret,
        localizations
      FROM door WHERE id = ?1
      """
    ) { row throws(StoreError) in
      try row.each(ids.map(\.text)) { row throws(StoreError) in try row.doorRecord() }
    }
  }

  borrowing func holders(_ ids: [Holder.ID]) throws(StoreError) -> [HolderRecord?] {
    try connection.withStatement(
      "SELECT id, name, state, removed, pseudonym, secret FROM holder WHERE id = ?1"
    ) { row throws(StoreError) in
      try row.each(ids.map(\.text)) { row throws(StoreError) in try row.holderRecord() }
    }
  }

  borrowing func devices(_ ids: [Device.ID]) throws(StoreError) -> [DeviceRecord?] {
    try connection.withStatement(
      """
      SELECT id, holder, platform, shortcut_limit, language, state, removed,
        acknowledged_version, shown_version, pseudonym, secret
      FROM device WHERE id = ?1
      """
    ) { row throws(StoreError) in
      try row.each(ids.map(\.text)) { row throws(StoreError) in try row.deviceRecord() }
    }
  }

  borrowing func keys(_ ids: [Key.ID]) throws(StoreError) -> [KeyRecord?] {
    try connection.withStatement(
      """
      SELECT id, door, holder, name, valid_from, valid_until, schedule, max_uses, uses, state, rank,
        shortcut, secret, held, localizations
      FROM key WHERE id = ?1
      """
    ) { row throws(StoreError) in
      try row.each(ids.map(\.text)) { row throws(StoreError) in try row.keyRecord() }
    }
  }

  borrowing func actions(_ types: [ActionType]) throws(StoreError) -> [ActionRecord?] {
    try connection.withStatement(
      """
      SELECT type, title, subtitle, icon, user_info, screen, static, rank, removed, secret,
        localizations
      FROM action WHERE type = ?1
      """
    ) { row throws(StoreError) in
      try row.each(types.map(\.text)) { row throws(StoreError) in try row.actionRecord() }
    }
  }

  borrowing func forEachDoor(_ body: (DoorRecord) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT id, name, site, time_zone, mode, confirm, exceptions, lock, removed, secret,
        localizations
      FROM door ORDER BY id
      """
    ) { row in try body(row.doorRecord()) }
  }

  borrowing func forEachHolder(_ body: (HolderRecord) throws -> Void) throws {
    try connection.forEachRow(
      "SELECT id, name, state, removed, pseudonym, secret FROM holder ORDER BY id"
    ) { row in try body(row.holderRecord()) }
  }

  borrowing func forEachDevice(_ body: (DeviceRecord) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT id, holder, platform, shortcut_limit, language, state, removed,
        acknowledged_version, shown_version, pseudonym, secret
      FROM device ORDER BY id
      """
    ) { row in try body(row.deviceRecord()) }
  }

  borrowing func forEachKey(_ body: (KeyRecord) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT id, door, holder, name, valid_from, valid_until, schedule, max_uses, uses, state, rank,
        shortcut, secret, held, localizations
      FROM key ORDER BY id
      """
    ) { row in try body(row.keyRecord()) }
  }

  borrowing func forEachAction(_ body: (ActionRecord) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT type, title, subtitle, icon, user_info, screen, static, rank, removed, secret,
        localizations
      FROM action ORDER BY type
      """
    ) { row in try body(row.actionRecord()) }
  }

  borrowing func keys(of holder: Holder.ID?) throws(StoreError) -> [KeyRecord] {
    try connection.withStatement(
      """
      SELECT id, door, holder, name, valid_from, valid_until, schedule, max_uses, uses, state, rank,
        shortcut, secret, held, localizations
      FROM key WHERE holder IS ?1
      """
    ) { row throws(StoreError) in
      try row.bind(1, holder?.text)
      var records: [KeyRecord] = []
      while try row.step() { records.append(try row.keyRecord()) }
      return records
    }
  }

  borrowing func devices(of holder: Holder.ID) throws(StoreError) -> [DeviceRecord] {
    try connection.withStatement(
      """
      SELECT id, holder, platform, shortcut_limit, language, state, removed,
        acknowledged_version, shown_version, pseudonym, secret
      FROM device WHERE holder = ?1 AND removed = 0 ORDER BY id
      """
    ) { row throws(StoreError) in
      try row.bind(1, holder.text)
      var records: [DeviceRecord] = []
      while try row.step() { records.append(try row.deviceRecord()) }
      return records
    }
  }
}

extension SQLiteScope {
  borrowing func ids(
    in list: RegistryList, prefix: String, limit: Int
  ) throws(StoreError) -> [String] {
    // What begins with the prefix lies between it and the prefix with the last of all characters
    // behind it, since texts compare by their bytes.
    let sql: StaticString =
      switch list {
      case .doors: "SELECT id FROM door WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
      case .holders: "SELECT id FROM holder WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
      case .devices: "SELECT id FROM device WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
      case .keys: "SELECT id FROM key WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
      case .actions: "SELECT type FROM action WHERE type >= ?1 AND type < ?2 ORDER BY type LIMIT ?3"
      }
    return try connection.withStatement(sql) { row throws(StoreError) in
      try row.bind(1, prefix)
      try row.bind(2, prefix + "\u{10FFFF}")
      try row.bind(3, Int64(limit))
      var ids: [String] = []
      while try row.step() { ids.append(try row.text(0)) }
      return ids
    }
  }

  borrowing func ids(
    in list: RegistryList, after id: String?, limit: Int
  ) throws(StoreError) -> [String] {
    let sql: StaticString =
      switch list {
      case .doors: "SELECT id FROM door WHERE id > ?1 ORDER BY id LIMIT ?2"
      case .holders: "SELECT id FROM holder WHERE id > ?1 ORDER BY id LIMIT ?2"
      case .devices: "SELECT id FROM device WHERE id > ?1 ORDER BY id LIMIT ?2"
      case .keys: "SELECT id FROM key WHERE id > ?1 ORDER BY id LIMIT ?2"
      case .actions: "SELECT type FROM action WHERE type > ?1 ORDER BY type LIMIT ?2"
      }
    return try connection.withStatement(sql) { row throws(StoreError) in
      // No id is empty.
      try row.bind(1, id ?? "")
      try row.bind(2, Int64(limit))
      var ids: [String] = []
      while try row.step() { ids.append(try row.text(0)) }
      return ids
    }
  }

  borrowing func unrevokedKey(onDoor door: Door.ID) throws(StoreError) -> Key.ID? {
    try first(
      "SELECT min(id) FROM key WHERE door = ?1 AND state <> 'revoked'", door.text
    ).map { Key.ID(trusted: $0) }
  }

  borrowing func unrevokedKey(ofHolder holder: Holder.ID) throws(StoreError) -> Key.ID? {
    try first(
      "SELECT min(id) FROM key WHERE holder = ?1 AND state <> 'revoked'", holder.text
    ).map { Key.ID(trusted: $0) }
  }

  private borrowing func first(
    _ sql: StaticString, _ id: String
  ) throws(StoreError) -> String? {
    try connection.withStatement(sql) { row throws(StoreError) in
      try row.bind(1, id)
      return try row.step() ? try row.textIfPresent(0) : nil
    }
  }
}

extension Connection {
  /// Calls the body for each row, which stands only while the body runs.
  func forEachRow(
    _ sql: StaticString, bind: (Statement) throws(StoreError) -> Void = { _ in },
    _ body: (Statement) throws -> Void
  ) throws {
    var failure: (any Error)?
    try withStatement(sql) { row throws(StoreError) in
      try bind(row)
      while try row.step() {
        do {
          try body(row)
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
  }
}

extension Statement {
  /// Looks up one row for each id; nil where there is none.
  fileprivate func each<Record>(
    _ ids: [String], _ read: (Statement) throws(StoreError) -> Record
  ) throws(StoreError) -> [Record?] {
    var records: [Record?] = []
    records.reserveCapacity(ids.count)
    for id in ids {
      try bind(1, id)
      records.append(try step() ? try read(self) : nil)
      reset()
    }
    return records
  }
}
