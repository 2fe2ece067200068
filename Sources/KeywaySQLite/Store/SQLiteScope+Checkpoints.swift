import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func lastCheckpoint() throws(StoreError) -> StoredCheckpoint? {
    try connection.withStatement(
      "SELECT size, taken_at, note FROM log_checkpoint ORDER BY size DESC LIMIT 1"
    ) { row throws(StoreError) in
      try row.step() ? try row.checkpoint() : nil
    }
  }

  borrowing func checkpoint(ofSize size: Int64) throws(StoreError) -> StoredCheckpoint? {
    try connection.withStatement(
      "SELECT size, taken_at, note FROM log_checkpoint WHERE size = ?1"
    ) { row throws(StoreError) in
      try row.bind(1, size)
      return try row.step() ? try row.checkpoint() : nil
    }
  }

  borrowing func forEachCheckpoint(_ body: (StoredCheckpoint) throws -> Void) throws {
    try connection.forEachRow(
      "SELECT size, taken_at, note FROM log_checkpoint ORDER BY size",
      bind: { (_) throws(StoreError) in }
    ) { row in
      try body(row.checkpoint())
    }
  }

  borrowing func append(_ checkpoint: StoredCheckpoint) throws(StoreError) {
    try connection.withStatement("INSERT INTO log_checkpoint VALUES (?1, ?2, ?3)") {
      row throws(StoreError) in
      try row.bind(1, checkpoint.size)
      try row.bind(2, checkpoint.takenAt.milliseconds)
      try row.bind(3, utf8: checkpoint.note.span)
      try row.run()
    }
  }

  borrowing func logKeys() throws(StoreError) -> [String] {
    try connection.withStatement("SELECT verifier FROM log_key ORDER BY since, verifier") {
      row throws(StoreError) in
      var keys: [String] = []
      while try row.step() { keys.append(try row.text(0)) }
      return keys
    }
  }

  borrowing func addLogKey(_ verifier: String, since: Timestamp) throws(StoreError) {
    try connection.withStatement("INSERT INTO log_key VALUES (?1, ?2)") { row throws(StoreError) in
      try row.bind(1, verifier)
      try row.bind(2, since.milliseconds)
      try row.run()
    }
  }
}

extension Statement {
  fileprivate func checkpoint() throws(StoreError) -> StoredCheckpoint {
    StoredCheckpoint(
      size: try int64(0), takenAt: Timestamp(milliseconds: try int64(1)), note: try bytes(2))
  }
}
