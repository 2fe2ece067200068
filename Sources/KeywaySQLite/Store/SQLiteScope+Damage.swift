import KeywayStore

extension SQLiteScope {
  borrowing func damage() throws(StoreError) -> [String] {
    try connection.withStatement("PRAGMA quick_check(10)") { row throws(StoreError) in
      var found: [String] = []
      while try row.step() {
        // One row may have several lines, the first of which may name the database.
        found += try row.text(0).split(separator: "\n").map(String.init)
          .filter { !$0.hasPrefix("*** in database") }
      }
      return found == ["ok"] ? [] : found
    }
  }
}
