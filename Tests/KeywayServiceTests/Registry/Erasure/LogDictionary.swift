import KeywayCore
import KeywayCrypto

/// Somebody with the database file who wants to know which entries of the log are a person's, and
/// knows the person's names, ids and devices.
struct LogDictionary {
  /// A way from what the file holds to entries of the log.
  enum Route: String, CaseIterable {
    /// A word of the person, hashed under anything in the file that may be a secret.
    case hash
    /// The pseudonym in the row of the person, of one of the devices or of one of their tokens.
    case pseudonym
    /// A word of the person in the entry itself.
    case clear
    /// What is remembered of taps.
    case taps, commands, throttles, links
    /// The keys that are the person's.
    case keys
    /// A word of the person anywhere else in the file, with the first entry in place of none.
    case words
  }

  private let file: ForeignProgram
  private let bodies: [String]
  private let secrets: [[UInt8]]
  private let texts: [String]

  init(path: String) throws {
    file = try ForeignProgram(path: path)
    bodies = try file.column("SELECT CAST(body AS TEXT) FROM log_body ORDER BY seq")
    var secrets: Set<[UInt8]> = []
    var texts: [String] = []
    let tables = try file.column("SELECT name FROM sqlite_schema WHERE type = 'table'")
    for table in tables where !table.hasPrefix("log_") {
      for column in try file.column("SELECT name FROM pragma_table_info('\(table)')") {
        let all = "FROM \(table) WHERE typeof(\"\(column)\")"
        texts += try file.column("SELECT \"\(column)\" \(all) = 'text'")
        secrets.formUnion(
          try file.column("SELECT hex(\"\(column)\") \(all) = 'blob'").map(Self.bytes))
      }
    }
    self.secrets = Array(secrets)
    self.texts = texts
  }

  /// The entries to which each route leads; a route that leads nowhere is left out.
  func entries(of person: ErasureHouse.Person) throws -> [Route: Set<Int>] {
    var found: [Route: Set<Int>] = [:]
    let ids = "('\(person.id)', '\(person.phone)', '\(person.lost)')"
    let names = person.words.filter { $0.contains(person.name) }
    let codes = secrets.flatMap { secret in
      person.words.map { word in
        HMACSHA256(key: secret.span).code(for: Array(word.utf8).span).hex
      }
    }
    found[.hash] = entries(withAny: codes)
    found[.clear] = entries(withAny: names + [person.phone, person.lost, "\"\(person.id)\""])
    found[.pseudonym] = entries(
      withAny: try file.column(
        """
        SELECT pseudonym FROM holder WHERE id IN \(ids)
        UNION SELECT pseudonym FROM device WHERE id IN \(ids) AND pseudonym <> ''
        UNION SELECT pseudonym FROM token WHERE device IN \(ids)
        """))
    found[.keys] = entries(
      withAny: try file.column("SELECT '\"' || id || '\"' FROM key WHERE holder IN \(ids)"))
    found[.taps] = try numbers(
      try file.column("SELECT 'tap_' || day FROM tap_day").map { table in
        "SELECT seq FROM \(table) WHERE sender || id LIKE '%\(person.id)-%'"
      }.joined(separator: " UNION ALL "))
    found[.commands] = try numbers("SELECT seq FROM command_tap WHERE device IN \(ids)")
    found[.links] = try numbers(
      "SELECT seq FROM rejected_link WHERE start LIKE '%\(person.name)%'")
    found[.throttles] = try numbers(
      """
      SELECT seq FROM log_body JOIN throttle ON subject LIKE '%\(person.id)-%'
      AND tokens_full_at / 60000000 = strftime('%s', json_extract(CAST(body AS TEXT), '$.at')) / 60
      """)
    let isNamed = texts.contains { text in names.contains { text.contains($0) } }
    found[.words] = isNamed ? [0] : []
    return found.filter { !$0.value.isEmpty }
  }

  /// The entries in which one of the texts stands.
  func entries(withAny texts: [String]) -> Set<Int> {
    Set(bodies.indices.filter { index in texts.contains { bodies[index].contains($0) } })
  }

  /// Every pseudonym of a holder, a device or a token that the file has.
  func pseudonyms() throws -> [String] {
    try file.column(
      """
      SELECT pseudonym FROM holder UNION SELECT pseudonym FROM device WHERE pseudonym <> ''
      UNION SELECT pseudonym FROM token
      """)
  }

  private func numbers(_ sql: String) throws -> Set<Int> {
    Set(try file.column(sql).compactMap(Int.init))
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { UInt8($0 < 58 ? $0 - 48 : $0 - 55) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
