import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func facts(ofKeys ids: [Key.ID]) throws(StoreError) -> [KeyFacts?] {
    try connection.withStatement(
      """
      SELECT k.door, k.holder, k.state, k.valid_from, k.valid_until, k.schedule,
        k.max_uses, k.uses, d.mode, d.confirm, d.time_zone, d.exceptions
      FROM key k JOIN door d ON d.id = k.door WHERE k.id = ?1
      """
    ) { row throws(StoreError) in
      var facts: [KeyFacts?] = []
      facts.reserveCapacity(ids.count)
      for id in ids {
        try row.bind(1, id.text)
        facts.append(try row.step() ? try row.keyFacts(schedules) : nil)
        row.reset()
      }
      return facts
    }
  }

  borrowing func facts(ofDevices ids: [Device.ID]) throws(StoreError) -> [DeviceFacts?] {
    try connection.withStatement(
      """
      SELECT v.holder, v.state, v.removed, iif(v.holder IS NULL, 'active', h.state), v.pseudonym, h.pseudonym,
        v.shown_version, coalesce(h.secret, v.secret)
      FROM device v LEFT JOIN holder h ON h.id = v.holder WHERE v.id = ?1
      """
    ) { row throws(StoreError) in
      var facts: [DeviceFacts?] = []
      facts.reserveCapacity(ids.count)
      for id in ids {
        try row.bind(1, id.text)
        facts.append(try row.step() ? try row.deviceFacts() : nil)
        row.reset()
      }
      return facts
    }
  }

  borrowing func chargeUse(of key: Key.ID) throws(StoreError) -> Bool {
    try connection.withStatement(
      "UPDATE key SET uses = uses + 1 WHERE id = ?1 AND (max_uses IS NULL OR uses < max_uses)"
    ) { row throws(StoreError) in
      try row.bind(1, key.text)
      try row.run()
    }
    return connection.changes == 1
  }

  borrowing func refundUse(of key: Key.ID) throws(StoreError) {
    try connection.withStatement("UPDATE key SET uses = uses - 1 WHERE id = ?1 AND uses > 0") {
      row throws(StoreError) in
      try row.bind(1, key.text)
      try row.run()
    }
  }
}

extension Statement {
  fileprivate func keyFacts(_ schedules: ScheduleCache) throws(StoreError) -> KeyFacts {
    KeyFacts(
      door: Door.ID(trusted: try text(0)),
      holder: try textIfPresent(1).map { Holder.ID(trusted: $0) }, state: try value(2),
      validFrom: try timestampIfPresent(3), validUntil: try timestampIfPresent(4),
      hours: try schedules.hours(self, schedule: 5, exceptions: 11), maxUses: try int64IfPresent(6),
      uses: try int64(7),
      mode: try value(8), confirmation: try value(9), timeZone: try text(10))
  }

  fileprivate func deviceFacts() throws(StoreError) -> DeviceFacts {
    DeviceFacts(
      holder: try textIfPresent(0).map { Holder.ID(trusted: $0) }, state: try value(1),
      isRemoved: try bool(2), holderState: try value(3), pseudonym: try text(4),
      holderPseudonym: try textIfPresent(5), shownVersion: try int64IfPresent(6),
      secret: try bytes(7))
  }
}
