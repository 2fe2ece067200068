import KeywayCore
import KeywayStore

extension SQLiteScope {
  borrowing func forgetRemovedDevices() throws(StoreError) {
    // Taps first: they lead to links of phones whose pseudonyms nobody knows any more.
    try forgetTapsOfRemovedDevices()
    try forgetLinksOfRemovedDevices()
    try connection.run(
      """
      UPDATE command_tap SET device = ''
      WHERE device IN (SELECT id FROM device WHERE removed = 1)
      """)
    try connection.run(
      """
      DELETE FROM throttle
      WHERE subject IN (SELECT 'device:' || id FROM device WHERE removed = 1)
      """)
    try connection.run(
      """
      UPDATE device SET acknowledged_version = NULL, shown_version = NULL, pseudonym = ''
      WHERE removed = 1 AND (pseudonym <> ''
        OR coalesce(acknowledged_version, shown_version) IS NOT NULL)
      """)
  }

  /// The links whose entries name a device that no row stands for; an entry that is no JSON is for
  /// the verification of the log to find.
  private borrowing func forgetLinksOfRemovedDevices() throws(StoreError) {
    try connection.run(
      """
      DELETE FROM rejected_link WHERE seq IN (
        SELECT seq FROM (
          SELECT l.seq, CASE WHEN json_valid(CAST(b.body AS TEXT))
            THEN json_extract(CAST(b.body AS TEXT), '$.device') END AS pseudonym
          FROM rejected_link l JOIN log_body b USING (seq))
        WHERE pseudonym IS NOT NULL AND pseudonym NOT IN
          (SELECT pseudonym FROM device WHERE removed = 0))
      """)
  }

  borrowing func forgetItems(ofKeys keys: [Key.ID], title: String) throws(StoreError) {
    let types = Set(keys.map(\.text))
    for (device, version, content) in try sets(with: types) {
      guard var set = ShortcutSet(stored: content) else {
        throw StoreError(
          .corrupt, "a stored set cannot be read; restore the database from a backup")
      }
      set.items = set.items.map { item in
        guard types.contains(item.type) else { return item }
        return ShortcutItem(type: item.type, localizedTitle: title, origin: item.origin)
      }
      try connection.withStatement(
        "UPDATE shortcut_set SET content = ?3 WHERE device = ?1 AND version = ?2"
      ) { row throws(StoreError) in
        try row.bind(1, device)
        try row.bind(2, version)
        try row.bind(3, json: .object(set.stored))
        try row.run()
      }
    }
  }

  /// The sets that have an item of one of the types.
  private borrowing func sets(
    with types: Set<String>
  ) throws(StoreError) -> [(device: String, version: Int64, content: JSONObject)] {
    if types.isEmpty { return [] }
    return try connection.withStatement(
      """
      SELECT device, version, content FROM shortcut_set WHERE EXISTS (
        SELECT 1 FROM json_each(content, '$.items')
        WHERE value ->> 'type' IN (SELECT value FROM json_each(?1)))
      """
    ) { row throws(StoreError) in
      try row.bind(1, json: .array(types.sorted().map { .string($0) }))
      var sets: [(device: String, version: Int64, content: JSONObject)] = []
      while try row.step() {
        sets.append((try row.text(0), try row.int64(1), try row.objectIfPresent(2) ?? [:]))
      }
      return sets
    }
  }
}
