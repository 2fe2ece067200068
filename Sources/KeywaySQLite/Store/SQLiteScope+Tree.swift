import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func leaves(from first: Int64, to end: Int64) throws(StoreError) -> [Digest] {
    guard first < end else { return [] }
    let leaves = try connection.withStatement(
      "SELECT hash FROM log_leaf WHERE seq >= ?1 AND seq < ?2 ORDER BY seq"
    ) { row throws(StoreError) in
      try row.bind(1, first)
      try row.bind(2, end)
      return try row.digests()
    }
    guard Int64(leaves.count) == end - first else {
      throw StoreError(
        .corrupt, "the log has lost entries up to \(end); see 'keyway audit verify'")
    }
    return leaves
  }

  borrowing func nodes(
    ofLevel level: Int, from first: Int64, to end: Int64
  ) throws(StoreError) -> [Digest] {
    try connection.withStatement(
      "SELECT hash FROM log_tile WHERE level = ?1 AND idx >= ?2 AND idx < ?3 ORDER BY idx"
    ) { row throws(StoreError) in
      try row.bind(1, Int64(level))
      try row.bind(2, first)
      try row.bind(3, end)
      return try row.digests()
    }
  }

  borrowing func nodeCount(ofLevel level: Int) throws(StoreError) -> Int64 {
    try connection.withStatement("SELECT coalesce(max(idx) + 1, 0) FROM log_tile WHERE level = ?1")
    {
      row throws(StoreError) in
      try row.bind(1, Int64(level))
      _ = try row.step()
      return try row.int64(0)
    }
  }

  borrowing func append(_ nodes: [(TreeNode, Digest)]) throws(StoreError) {
    guard !nodes.isEmpty else { return }
    try connection.withStatement("INSERT INTO log_tile VALUES (?1, ?2, ?3)") {
      row throws(StoreError) in
      for (node, hash) in nodes {
        try row.bind(1, Int64(node.level))
        try row.bind(2, node.index)
        try row.bind(3, blob: hash.bytes.span)
        try row.run()
      }
    }
  }
}

extension Statement {
  /// The hashes in the first column of all rows.
  fileprivate func digests() throws(StoreError) -> [Digest] {
    var digests: [Digest] = []
    while try step() {
      guard let digest = try withBytes(0, { bytes in Digest(bytes: bytes) }) else {
        throw unreadable(0)
      }
      digests.append(digest)
    }
    return digests
  }
}
