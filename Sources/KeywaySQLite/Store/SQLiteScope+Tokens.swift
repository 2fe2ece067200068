import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func standings(
    ofSecrets digests: [Digest]
  ) throws(StoreError) -> [TokenStanding?] {
    try connection.withStatement(
      """
      SELECT t.id, t.role, t.device, t.door, t.site, t.expires_at, t.last_used_at, t.pseudonym,
        v.state, v.removed
      FROM token t LEFT JOIN device v ON v.id = t.device WHERE t.digest = ?1
      """
    ) { row throws(StoreError) in
      var standings: [TokenStanding?] = []
      standings.reserveCapacity(digests.count)
      for digest in digests {
        try row.bind(1, blob: digest.bytes.span)
        standings.append(try row.step() ? try row.tokenStanding() : nil)
        row.reset()
      }
      return standings
    }
  }

  borrowing func tokens(_ ids: [Token.ID]) throws(StoreError) -> [TokenRecord?] {
    try connection.withStatement(
      """
      SELECT id, role, device, door, site, name, issued_at, expires_at, last_used_at, revoked_at,
        pseudonym, secret
      FROM token WHERE id = ?1
      """
    ) { row throws(StoreError) in
      var records: [TokenRecord?] = []
      records.reserveCapacity(ids.count)
      for id in ids {
        try row.bind(1, id.text)
        records.append(try row.step() ? try row.tokenRecord() : nil)
        row.reset()
      }
      return records
    }
  }

  borrowing func unrevokedTokens(of device: Device.ID) throws(StoreError) -> [TokenRecord] {
    try connection.withStatement(
      """
      SELECT id, role, device, door, site, name, issued_at, expires_at, last_used_at, revoked_at,
        pseudonym, secret
      FROM token WHERE device = ?1 AND revoked_at IS NULL ORDER BY issued_at, id
      """
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      var records: [TokenRecord] = []
      while try row.step() { records.append(try row.tokenRecord()) }
      return records
    }
  }

  borrowing func forEachToken(_ body: (TokenRecord) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT id, role, device, door, site, name, issued_at, expires_at, last_used_at, revoked_at,
        pseudonym, secret
      FROM token ORDER BY issued_at, id
      """
    ) { row in try body(row.tokenRecord()) }
  }

  borrowing func tokenIDs(prefix: String, limit: Int) throws(StoreError) -> [String] {
    try connection.withStatement(
      "SELECT id FROM token WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
    ) { row throws(StoreError) in
      try row.bind(1, prefix)
      try row.bind(2, prefix + "\u{10FFFF}")
      try row.bind(3, Int64(limit))
      var ids: [String] = []
      while try row.step() { ids.append(try row.text(0)) }
      return ids
    }
  }

  borrowing func enrolment(of device: Device.ID) throws(StoreError) -> PendingEnrolment? {
    try connection.withStatement(
      "SELECT device, digest, expires_at, tries_left FROM enrolment_code WHERE device = ?1"
    ) { row throws(StoreError) in
      try row.bind(1, device.text)
      return try row.step() ? try row.enrolment() : nil
    }
  }

  borrowing func enrolments() throws(StoreError) -> [PendingEnrolment] {
    try connection.withStatement(
      "SELECT device, digest, expires_at, tries_left FROM enrolment_code ORDER BY device"
    ) { row throws(StoreError) in
      var enrolments: [PendingEnrolment] = []
      while try row.step() { enrolments.append(try row.enrolment()) }
      return enrolments
    }
  }
}

extension Statement {
  fileprivate func tokenStanding() throws(StoreError) -> TokenStanding {
    let principal = Principal(
      token: Token.ID(trusted: try text(0)), role: try value(1),
      device: try textIfPresent(2).map { Device.ID(trusted: $0) }, scope: try scope(3, 4),
      pseudonym: try text(7), lastUsedAt: try timestampIfPresent(6))
    return TokenStanding(
      principal: principal, expiresAt: try timestampIfPresent(5),
      device: isNull(8) ? nil : try value(8), isDeviceRemoved: isNull(9) ? false : try bool(9))
  }

  fileprivate func tokenRecord() throws(StoreError) -> TokenRecord {
    TokenRecord(
      token: Token(
        id: Token.ID(trusted: try text(0)), role: try value(1),
        device: try textIfPresent(2).map { Device.ID(trusted: $0) }, scope: try scope(3, 4),
        name: try textIfPresent(5), issuedAt: Timestamp(milliseconds: try int64(6)),
        expiresAt: try timestampIfPresent(7), lastUsedAt: try timestampIfPresent(8),
        revokedAt: try timestampIfPresent(9)),
      pseudonym: try text(10), secret: try bytes(11))
  }

  private func scope(_ door: Int, _ site: Int) throws(StoreError) -> TokenScope? {
    if let door = try textIfPresent(door) { return .door(Door.ID(trusted: door)) }
    return try textIfPresent(site).map { .site($0) }
  }

  fileprivate func enrolment() throws(StoreError) -> PendingEnrolment {
    let digest = try withBytes(1) { bytes in Digest(bytes: bytes) }
    guard let digest else { throw unreadable(1) }
    return PendingEnrolment(
      device: Device.ID(trusted: try text(0)), digest: digest,
      expiresAt: Timestamp(milliseconds: try int64(2)), triesLeft: try int64(3))
  }
}
