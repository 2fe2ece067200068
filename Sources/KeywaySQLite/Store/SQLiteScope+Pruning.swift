import KeywayStore

extension SQLiteScope {
  borrowing func pruningMarks() throws(StoreError) -> [PruningMark] {
    try connection.withStatement("SELECT below, seq FROM log_pruned ORDER BY below") {
      row throws(StoreError) in
      var marks: [PruningMark] = []
      while try row.step() {
        marks.append(PruningMark(below: try row.int64(0), sequence: try row.int64(1)))
      }
      return marks
    }
  }

  borrowing func append(_ mark: PruningMark) throws(StoreError) {
    try connection.withStatement("INSERT INTO log_pruned VALUES (?1, ?2)") {
      row throws(StoreError) in
      try row.bind(1, mark.below)
      try row.bind(2, mark.sequence)
      try row.run()
    }
  }

  borrowing func bodyCount(below end: Int64) throws(StoreError) -> Int64 {
    try connection.withStatement("SELECT count(*) FROM log_body WHERE seq < ?1") {
      row throws(StoreError) in
      try row.bind(1, end)
      _ = try row.step()
      return try row.int64(0)
    }
  }

  borrowing func removeBodies(
    below end: Int64, atMost count: Int64
  ) throws(StoreError) -> Int64 {
    let (removed, last) = try connection.withStatement(
      """
      SELECT count(*), max(seq)
      FROM (SELECT seq FROM log_body WHERE seq < ?1 ORDER BY seq LIMIT ?2)
      """
    ) { row throws(StoreError) in
      try row.bind(1, end)
      try row.bind(2, count)
      _ = try row.step()
      return (try row.int64(0), row.isNull(1) ? nil : try row.int64(1))
    }
    let deletions: [StaticString] = [
      "DELETE FROM log_body WHERE seq <= ?1", "DELETE FROM rejected_link WHERE seq <= ?1",
    ]
    for deletion in deletions {
      try connection.withStatement(deletion) { row throws(StoreError) in
        try row.bind(1, last ?? end - 1)
        try row.run()
      }
    }
    return removed
  }
}
