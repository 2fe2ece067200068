import KeywayCore
import KeywayStore

// Rows are replaced by an upsert, never by REPLACE, which would delete what refers to them.

extension SQLiteScope {
  borrowing func save(doors: [DoorRecord]) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO door VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT DO UPDATE SET name = ?2, site = ?3, time_zone = ?4, mode = ?5, confirm = ?6,
        exceptions = ?7, lock = ?8, removed = ?9, secret = ?10, localizations = ?11
      """
    ) { row throws(StoreError) in
      for record in doors {
        let door = record.door
        try row.bind(1, door.id.text)
        try row.bind(2, door.name)
        try row.bind(3, door.site)
        try row.bind(4, door.timeZone)
        try row.bind(5, door.mode.rawValue)
        try row.bind(6, door.confirm.rawValue)
        let dates = door.exceptions.map { JSONValue.string($0.description) }
        try row.bind(7, json: dates.isEmpty ? nil : .array(dates))
        try row.bind(8, json: door.lock.map(JSONValue.object))
        try row.bind(9, door.isRemoved)
        try row.bind(10, blob: record.secret.span)
        try row.bind(11, door.localizations)
        try row.run()
      }
    }
  }

  borrowing func save(holders: [HolderRecord]) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO holder VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET name = ?2, state = ?3, removed = ?4, pseudonym = ?5, secret = ?6
      """
    ) { row throws(StoreError) in
      for record in holders {
        try row.bind(1, record.holder.id.text)
        try row.bind(2, record.holder.name)
        try row.bind(3, record.holder.state.rawValue)
        try row.bind(4, record.holder.isRemoved)
        try row.bind(5, record.pseudonym)
        try row.bind(6, blob: record.secret.span)
        try row.run()
      }
    }
  }

  borrowing func save(devices: [DeviceRecord]) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO device VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT DO UPDATE SET holder = ?2, platform = ?3, shortcut_limit = ?4, language = ?5,
        state = ?6, removed = ?7, acknowledged_version = ?8, shown_version = ?9, pseudonym = ?10,
        secret = ?11
      """
    ) { row throws(StoreError) in
      for record in devices {
        let device = record.device
        try row.bind(1, device.id.text)
        try row.bind(2, device.holder?.text)
        try row.bind(3, device.platform.rawValue)
        if case .count(let limit) = device.shortcutLimit {
          try row.bind(4, limit)
        } else {
          try row.bindNull(4)
        }
        try row.bind(5, device.language)
        try row.bind(6, device.state.rawValue)
        try row.bind(7, device.isRemoved)
        try row.bind(8, record.acknowledgedVersion)
        try row.bind(9, record.shownVersion)
        try row.bind(10, record.pseudonym)
        try row.bind(11, blob: record.secret.span)
        try row.run()
      }
    }
    for record in devices where record.device.isRemoved {
      try connection.withStatement("DELETE FROM shortcut_set WHERE device = ?1") {
        row throws(StoreError) in
        try row.bind(1, record.device.id.text)
        try row.run()
      }
    }
  }

  borrowing func save(keys: [KeyRecord]) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO key VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      ON CONFLICT DO UPDATE SET door = ?2, holder = ?3, name = ?4, valid_from = ?5,
        valid_until = ?6, schedule = ?7, max_uses = ?8, uses = ?9, state = ?10, rank = ?11,
        shortcut = ?12, secret = ?13, held = ?14, localizations = ?15
      """
    ) { row throws(StoreError) in
      for record in keys {
        let key = record.key
        try row.bind(1, key.id.text)
        try row.bind(2, key.door.text)
        try row.bind(3, key.holder?.text)
        try row.bind(4, key.name)
        try row.bind(5, key.validity.from?.milliseconds)
        try row.bind(6, key.validity.until?.milliseconds)
        try row.bind(7, json: key.schedule.isUnrestricted ? nil : key.schedule.json)
        try row.bind(8, key.maxUses)
        try row.bind(9, record.uses)
        try row.bind(10, key.state.rawValue)
        try row.bind(11, key.rank)
        let shortcut = key.shortcut.stored
        try row.bind(12, json: shortcut.isEmpty ? nil : .object(shortcut))
        try row.bind(13, blob: record.secret.span)
        try row.bind(14, record.isHeld)
        try row.bind(15, key.localizations)
        try row.run()
      }
    }
  }

  borrowing func save(actions: [ActionRecord]) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO action VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT DO UPDATE SET title = ?2, subtitle = ?3, icon = ?4, user_info = ?5, screen = ?6,
        static = ?7, rank = ?8, removed = ?9, secret = ?10, localizations = ?11
      """
    ) { row throws(StoreError) in
      for record in actions {
        let action = record.action
        try row.bind(1, action.type.text)
        try row.bind(2, action.title)
        try row.bind(3, action.subtitle)
        try row.bind(4, json: action.icon.map { .object($0.json) })
        try row.bind(5, json: action.userInfo.isEmpty ? nil : .object(action.userInfo.object))
        try row.bind(6, action.screen)
        try row.bind(7, action.isStatic)
        try row.bind(8, action.rank)
        try row.bind(9, action.isRemoved)
        try row.bind(10, blob: record.secret.span)
        try row.bind(11, action.localizations)
        try row.run()
      }
    }
  }
}

extension Statement {
  /// Binds the texts by language, or NULL for none.
  fileprivate func bind(_ parameter: Int, _ localizations: Localizations) throws(StoreError) {
    try bind(
      parameter, json: localizations.isEmpty ? nil : .object(localizations.stored))
  }
}
