import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func setSources(
    after place: Device.ID?, limit: Int
  ) throws(StoreError) -> [SetSource] {
    try connection.withStatement(
      """
      SELECT v.id, v.holder, v.platform, v.shortcut_limit, v.language, v.state, h.state,
        v.acknowledged_version, s.changed, s.seen = s.changed, s.changes_at, s.due_at,
        l.version, l.issued_at, l.content
      FROM device v JOIN set_state s ON s.device = v.id LEFT JOIN holder h ON h.id = v.holder
        LEFT JOIN shortcut_set l ON l.device = v.id
          AND l.version = (SELECT max(version) FROM shortcut_set WHERE device = v.id)
      WHERE v.id > ?1 AND v.removed = 0 ORDER BY v.id LIMIT ?2
      """
    ) { row throws(StoreError) in
      try row.bind(1, place?.text ?? "")
      try row.bind(2, Int64(limit))
      return try row.setSources()
    }
  }

  borrowing func dueSetSources(
    at instant: Timestamp, after place: SetPlace?, limit: Int
  ) throws(StoreError) -> [SetSource] {
    try connection.withStatement(
      """
      SELECT v.id, v.holder, v.platform, v.shortcut_limit, v.language, v.state, h.state,
        v.acknowledged_version, s.changed, s.seen = s.changed, s.changes_at, s.due_at,
        l.version, l.issued_at, l.content
      FROM set_state s CROSS JOIN device v ON v.id = s.device
        LEFT JOIN holder h ON h.id = v.holder
        LEFT JOIN shortcut_set l ON l.device = v.id
          AND l.version = (SELECT max(version) FROM shortcut_set WHERE device = v.id)
      WHERE (s.due_at, s.device) > (?1, ?2) AND s.due_at <= ?3 AND v.removed = 0
      ORDER BY s.due_at, s.device LIMIT ?4
      """
    ) { row throws(StoreError) in
      try row.bind(1, place?.dueAt ?? -1)
      try row.bind(2, place?.device.text ?? "")
      try row.bind(3, instant.milliseconds)
      try row.bind(4, Int64(limit))
      return try row.setSources()
    }
  }

  borrowing func setSources(of devices: [Device.ID]) throws(StoreError) -> [SetSource?] {
    try connection.withStatement(
      """
      SELECT v.id, v.holder, v.platform, v.shortcut_limit, v.language, v.state, h.state,
        v.acknowledged_version, s.changed, s.seen = s.changed, s.changes_at, s.due_at,
        l.version, l.issued_at, l.content
      FROM device v JOIN set_state s ON s.device = v.id LEFT JOIN holder h ON h.id = v.holder
        LEFT JOIN shortcut_set l ON l.device = v.id
          AND l.version = (SELECT max(version) FROM shortcut_set WHERE device = v.id)
      WHERE v.id = ?1 AND v.removed = 0
      """
    ) { row throws(StoreError) in
      var sources: [SetSource?] = []
      sources.reserveCapacity(devices.count)
      for device in devices {
        try row.bind(1, device.text)
        sources.append(try row.step() ? try row.setSource() : nil)
        row.reset()
      }
      return sources
    }
  }

  borrowing func setSourceCount(dueAt instant: Timestamp?) throws(StoreError) -> Int {
    try connection.withStatement(
      "SELECT count(*) FROM set_state WHERE ?1 IS NULL OR due_at <= ?1"
    ) { row throws(StoreError) in
      try row.bind(1, instant?.milliseconds)
      return try row.step() ? Int(try row.int64(0)) : 0
    }
  }

  borrowing func removedDevices(
    after device: Device.ID?, limit: Int
  ) throws(StoreError) -> [Device.ID] {
    try connection.withStatement(
      "SELECT id FROM device WHERE removed = 1 AND id > ?1 ORDER BY id LIMIT ?2"
    ) { row throws(StoreError) in
      try row.bind(1, device?.text ?? "")
      try row.bind(2, Int64(limit))
      var devices: [Device.ID] = []
      while try row.step() { devices.append(Device.ID(trusted: try row.text(0))) }
      return devices
    }
  }

  borrowing func setKeys(
    of holder: Holder.ID?
  ) throws(StoreError) -> [ShortcutSetBuilder.Candidate] {
    try connection.withStatement(
      """
      SELECT k.id, k.door, k.holder, k.name, k.valid_from, k.valid_until, k.max_uses, k.uses,
        k.state, k.rank, k.shortcut, k.localizations, d.site, d.localizations
      FROM key k JOIN door d ON d.id = k.door WHERE k.holder IS ?1
      """
    ) { row throws(StoreError) in
      try row.bind(1, holder?.text)
      var keys: [ShortcutSetBuilder.Candidate] = []
      while try row.step() { keys.append(try row.candidate(holder)) }
      return keys
    }
  }

  borrowing func setSweep() throws(StoreError) -> SetSweep {
    try connection.withStatement("SELECT changed, seen, latest FROM set_sweep") {
      row throws(StoreError) in
      guard try row.step() else { throw row.unreadable(0) }
      return SetSweep(
        changes: try row.int64(0), seen: try row.int64(1),
        latest: Timestamp(milliseconds: try row.int64(2)))
    }
  }
}

extension Statement {
  fileprivate func setSources() throws(StoreError) -> [SetSource] {
    var sources: [SetSource] = []
    while try step() { sources.append(try setSource()) }
    return sources
  }

  fileprivate func setSource() throws(StoreError) -> SetSource {
    let device = Device(
      id: Device.ID(trusted: try text(0)),
      holder: try textIfPresent(1).map { Holder.ID(trusted: $0) }, platform: try value(2),
      shortcutLimit: try int64IfPresent(3).map { .count($0) } ?? .all,
      language: try textIfPresent(4), state: try value(5))
    return SetSource(
      device: device, holderState: isNull(6) ? nil : try value(6),
      acknowledgedVersion: try int64IfPresent(7), last: try version(12), changes: try int64(8),
      isSeen: try bool(9), changesAt: try timestampIfPresent(10),
      place: SetPlace(dueAt: try int64IfPresent(11), device: device.id))
  }

  private func version(_ column: Int) throws(StoreError) -> SetSource.Version? {
    if isNull(column) { return nil }
    return SetSource.Version(
      number: try int64(column), issuedAt: Timestamp(milliseconds: try int64(column + 1)),
      content: try bytes(column + 2))
  }

  /// The schedule is left away: a set does not depend on it.
  fileprivate func candidate(
    _ holder: Holder.ID?
  ) throws(StoreError) -> ShortcutSetBuilder.Candidate {
    guard
      let validity = ValidityPeriod(
        from: try timestampIfPresent(4), until: try timestampIfPresent(5))
    else { throw unreadable(5) }
    return ShortcutSetBuilder.Candidate(
      key: Key(
        id: Key.ID(trusted: try text(0)), door: Door.ID(trusted: try text(1)), holder: holder,
        name: try text(3), validity: validity, maxUses: try int64IfPresent(6),
        state: try value(8), rank: try int64(9), shortcut: try shortcut(10),
        localizations: try localizations(11)),
      uses: try int64(7), site: try textIfPresent(12),
      siteLocalizations: try localizations(13))
  }
}
