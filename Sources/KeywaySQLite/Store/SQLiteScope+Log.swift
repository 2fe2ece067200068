import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func logSize() throws(StoreError) -> Int64 {
    try connection.withStatement("SELECT coalesce(max(seq) + 1, 0) FROM log_leaf") {
      row throws(StoreError) in
      _ = try row.step()
      return try row.int64(0)
    }
  }

  borrowing func append(_ entries: [LogEntry]) throws(StoreError) {
    guard !entries.isEmpty else { return }
    try connection.withStatement("INSERT INTO log_leaf VALUES (?1, ?2)") {
      row throws(StoreError) in
      for entry in entries {
        try row.bind(1, entry.sequence)
        try row.bind(2, blob: entry.leaf.bytes.span)
        try row.run()
      }
    }
    try connection.withStatement("INSERT INTO log_body VALUES (?1, ?2)") {
      row throws(StoreError) in
      for entry in entries {
        try row.bind(1, entry.sequence)
        try row.bind(2, blob: entry.body.span)
        try row.run()
      }
    }
  }

  borrowing func forEachEntry(
    from first: Int64, to end: Int64, _ body: (StoredEntry) throws -> Void
  ) throws {
    guard first < end else { return }
    // Either table may have lost or gained rows to somebody with a file editor: a full join shows
    // both kinds.
    try connection.forEachRow(
      """
      SELECT seq, hash, body FROM log_leaf LEFT JOIN log_body USING (seq)
      WHERE seq >= ?1 AND seq <= ?2
      UNION ALL
      SELECT seq, x'', body FROM log_body
      WHERE seq >= ?1 AND seq <= ?2
        AND NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.seq = log_body.seq)
      ORDER BY seq
      """,
      bind: { row throws(StoreError) in
        try row.bind(1, first)
        try row.bind(2, end == .max ? end : end - 1)
      }
    ) { row in
      try body(
        StoredEntry(
          sequence: try row.int64(0), leaf: try row.bytes(1),
          body: row.isNull(2) ? nil : try row.bytes(2)))
    }
  }

  borrowing func forEachEntry(
    containing text: String, _ body: (StoredEntry) throws -> Void
  ) throws {
    let bytes = Array(text.utf8)
    try connection.forEachRow(
      """
      SELECT seq, hash, body FROM log_body JOIN log_leaf USING (seq)
      WHERE instr(body, ?1) > 0 ORDER BY seq
      """,
      bind: { row throws(StoreError) in try row.bind(1, blob: bytes.span) }
    ) { row in
      try body(
        StoredEntry(
          sequence: try row.int64(0), leaf: try row.bytes(1), body: try row.bytes(2)))
    }
  }

  borrowing func forEachLeaf(
    from first: Int64, to end: Int64,
    _ body: (Int64, Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    try connection.forEachRow(
      """
      SELECT l.seq, l.hash, b.body FROM log_leaf l LEFT JOIN log_body b ON b.seq = l.seq
      WHERE l.seq >= ?1 AND l.seq < ?2 ORDER BY l.seq
      """,
      bind: { row throws(StoreError) in
        try row.bind(1, first)
        try row.bind(2, end)
      }
    ) { row in
      let sequence = try row.int64(0)
      try row.withBytes(1, 2) { hash, entry in try body(sequence, hash, entry) }
    }
  }

  borrowing func evidenceAgainstLog() throws(StoreError) -> (sequence: Int64, words: String)? {
    let size = try logSize()
    let highest = [
      try connection.integer("SELECT max(seq) FROM command_tap"),
      try connection.integer("SELECT max(seq) FROM rejected_link"),
      try highestRememberedSequence(),
    ]
    if let highest = highest.compactMap({ $0 }).max(), highest >= size {
      return (size, "entry \(size) is missing, and so is all up to entry \(highest)")
    }
    let guards = try connection.integer(
      """
      SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'
      AND name IN ('log_leaf_follows', 'log_leaf_stays', 'log_leaf_is_kept',
        'log_body_follows', 'log_body_stays', 'log_body_is_kept', 'log_tile_follows',
        'log_tile_stays', 'log_tile_is_kept', 'log_checkpoint_stays', 'log_checkpoint_is_kept',
        'log_pruned_is_said', 'log_pruned_stays', 'log_pruned_is_kept')
      """)
    return guards == 14 ? nil : (0, "the triggers that guard the log were removed")
  }

  borrowing func rejectedLink(ofEntry sequence: Int64) throws(StoreError) -> String? {
    try connection.withStatement("SELECT start FROM rejected_link WHERE seq = ?1") {
      row throws(StoreError) in
      try row.bind(1, sequence)
      return try row.step() ? try row.text(0) : nil
    }
  }

  borrowing func keepRejectedLink(_ text: String, ofEntry sequence: Int64) throws(StoreError) {
    try connection.withStatement("INSERT INTO rejected_link VALUES (?1, ?2)") {
      row throws(StoreError) in
      try row.bind(1, sequence)
      try row.bind(2, text)
      try row.run()
    }
  }
}
