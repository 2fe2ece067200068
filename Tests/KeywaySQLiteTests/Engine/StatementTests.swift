import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct StatementTests {
  private func connection() throws(StoreError) -> Connection {
    let connection = try Connection(path: ":memory:", access: .readWrite, wait: 0)
    try connection.configure()
    return connection
  }

  @Test(arguments: ["", "a", "Tür 🚪", String(repeating: "é", count: 3000), "nul\0inside"])
  func `texts come back as they were bound`(_ text: String) throws {
    let value = try connection().withStatement("SELECT ?1, ?2, typeof(?1)") {
      statement throws(StoreError) in
      try statement.bind(1, text)
      try statement.bind(2, text + "!")
      #expect(try statement.step())
      #expect(try statement.text(1) == text + "!")
      #expect(try statement.text(2) == "text")
      return try statement.text(0)
    }
    #expect(value == text)
  }

  @Test(arguments: [0, 1, 32, 2047, 2048, 2049, 65_535])
  func `blobs come back as they were bound, however many`(_ count: Int) throws {
    let blob = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try connection().withStatement("SELECT ?1, ?2, typeof(?1)") { statement throws(StoreError) in
      for _ in 0..<3 {
        try statement.bind(1, blob: blob.span)
        try statement.bind(2, blob: [1, 2, 3].span)
        #expect(try statement.step())
        #expect(try statement.bytes(0) == blob)
        #expect(try statement.bytes(1) == [1, 2, 3])
        #expect(try statement.text(2) == "blob")
        let length = try statement.withBytes(0) { span throws(StoreError) in span.count }
        #expect(length == count)
        statement.reset()
      }
    }
  }

  @Test(arguments: [0, 1, -1, Int64.min, Int64.max])
  func `integers come back as they were bound`(_ value: Int64) throws {
    try connection().withStatement("SELECT ?1, ?2") { statement throws(StoreError) in
      try statement.bind(1, value)
      try statement.bind(2, Int64?.none)
      #expect(try statement.step())
      #expect(try statement.int64(0) == value)
      #expect(try statement.int64IfPresent(1) == nil)
      #expect(statement.isNull(1))
      #expect(try statement.textIfPresent(1) == nil)
      #expect(try statement.bytes(1) == [])
      #expect(try !statement.step())
    }
  }

  @Test func `values of another kind than asked for are corrupt, not zero`() throws {
    try connection().withStatement("SELECT 'text', NULL, 2, CAST(x'ff' AS TEXT)") {
      statement throws(StoreError) in
      #expect(try statement.step())
      let attempts: [() throws -> Void] = [
        { _ = try statement.int64(0) }, { _ = try statement.int64(1) },
        { _ = try statement.text(1) }, { _ = try statement.text(2) },
        { _ = try statement.bool(2) }, { _ = try statement.text(3) },
      ]
      for attempt in attempts {
        let error = #expect(throws: StoreError.self) { try attempt() }
        #expect(error?.code == .corrupt)
      }
    }
  }

  @Test func `a statement is handed out without the values of before`() throws {
    let connection = try connection()
    for bound in [true, false] {
      try connection.withStatement("SELECT ?1 IS NULL") { statement throws(StoreError) in
        if bound { try statement.bind(1, "text") }
        #expect(try statement.step())
        #expect(try statement.bool(0) != bound)
      }
      _ = try? connection.withStatement("SELECT ?1 IS NULL") { statement throws(StoreError) in
        try statement.bind(1, 7)
        throw StoreError(.conflict, "on purpose")
      }
    }
  }

  @Test func `one literal may be in use twice at once`() throws {
    let connection = try connection()
    func count(_ depth: Int64) throws(StoreError) -> Int64 {
      try connection.withStatement("SELECT ?1 UNION ALL SELECT ?1 + 1") {
        statement throws(StoreError) in
        try statement.bind(1, depth)
        var sum: Int64 = 0
        while try statement.step() {
          sum += try statement.int64(0)
          if depth < 3 { sum += try count(depth + 1) }
        }
        return sum
      }
    }
    // Each level has two rows, d and d + 1, and asks the next one at both.
    #expect(try count(3) == 7)
    #expect(try count(2) == 5 + 2 * 7)
    #expect(try count(0) == 1 + 2 * (3 + 2 * (5 + 2 * 7)))
  }

  @Test func `parameters that are not there are refused`() throws {
    let error = #expect(throws: StoreError.self) {
      try connection().withStatement("SELECT ?1") { statement throws(StoreError) in
        try statement.bind(2, 1)
      }
    }
    #expect(error?.code == .misuse)
  }

  @Test func `text put together at run time takes values, too`() throws {
    let sum = try connection().withUncachedStatement("SELECT ?1 + ?2") {
      statement throws(StoreError) in
      try statement.bind(1, 1)
      try statement.bind(2, 2)
      _ = try statement.step()
      return try statement.int64(0)
    }
    #expect(sum == 3)
  }

  @Test func `the cache finds what was put in, also when it has grown`() throws {
    let connection = try connection()
    var cache = StatementCache()
    let statement = try connection.withStatement("SELECT 1") { $0 }
    for address in 1...500 { cache.insert(statement, at: UInt(address) * 16) }
    for address in 1...500 { #expect(cache.statement(at: UInt(address) * 16) === statement) }
    #expect(cache.statement(at: 8) == nil)
  }
}
