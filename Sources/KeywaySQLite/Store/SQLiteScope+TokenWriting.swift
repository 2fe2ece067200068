import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func add(_ record: TokenRecord, secretDigest: Digest) throws(StoreError) {
    try connection.withStatement(
      "INSERT INTO token VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
    ) { row throws(StoreError) in
      let token = record.token
      try row.bind(1, token.id.text)
      try row.bind(2, blob: secretDigest.bytes.span)
      try row.bind(3, token.role.rawValue)
      try row.bind(4, token.device?.text)
      switch token.scope {
      case .door(let door)?: try row.bind(5, door.text)
      case .site(let site)?: try row.bind(6, site)
      case nil: break
      }
      try row.bind(7, token.name)
      try row.bind(8, token.issuedAt.milliseconds)
      try row.bind(9, token.expiresAt?.milliseconds)
      try row.bind(10, token.lastUsedAt?.milliseconds)
      try row.bind(11, token.revokedAt?.milliseconds)
      try row.bind(12, record.pseudonym)
      try row.bind(13, blob: record.secret.span)
      try row.run()
    }
  }

  borrowing func revokeTokens(_ ids: [Token.ID], at instant: Timestamp) throws(StoreError) {
    try connection.withStatement(
      "UPDATE token SET revoked_at = ?2, digest = NULL WHERE id = ?1 AND revoked_at IS NULL"
    ) { row throws(StoreError) in
      for id in ids {
        try row.bind(1, id.text)
        try row.bind(2, instant.milliseconds)
        try row.run()
      }
    }
  }

  borrowing func noteUses(of tokens: [Token.ID: Timestamp]) throws(StoreError) {
    try connection.withStatement(
      "UPDATE token SET last_used_at = ?2 WHERE id = ?1 AND coalesce(last_used_at < ?2, 1)"
    ) { row throws(StoreError) in
      for (id, instant) in tokens {
        try row.bind(1, id.text)
        try row.bind(2, instant.milliseconds)
        try row.run()
      }
    }
  }

  borrowing func save(_ enrolment: PendingEnrolment) throws(StoreError) {
    try connection.withStatement(
      """
      INSERT INTO enrolment_code VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET digest = ?2, expires_at = ?3, tries_left = ?4
      """
    ) { row throws(StoreError) in
      try row.bind(1, enrolment.device.text)
      try row.bind(2, blob: enrolment.digest.bytes.span)
      try row.bind(3, enrolment.expiresAt.milliseconds)
      try row.bind(4, enrolment.triesLeft)
      try row.run()
    }
  }

  borrowing func removeEnrolment(of device: Device.ID) throws(StoreError) {
    try connection.withStatement("DELETE FROM enrolment_code WHERE device = ?1") {
      row throws(StoreError) in
      try row.bind(1, device.text)
      try row.run()
    }
  }
}
