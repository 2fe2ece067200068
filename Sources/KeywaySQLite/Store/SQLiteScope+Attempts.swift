import KeywayCore
import KeywayStore

// Repeated taps are recognised in one table a day, made when the day's first tap comes and dropped
// whole, so that nothing in a tap's transaction grows with history.

extension SQLiteScope {
  /// The days for which there is a table, as days since 1970, latest first.
  private borrowing func days() throws(StoreError) -> [Int64] {
    try connection.withStatement("SELECT day FROM tap_day ORDER BY day DESC") {
      row throws(StoreError) in
      var days: [Int64] = []
      while try row.step() { days.append(try row.int64(0)) }
      return days
    }
  }

  borrowing func attempts(
    _ taps: [TapIdentity], since: Timestamp
  ) throws(StoreError) -> [Attempt?] {
    var attempts = [Attempt?](repeating: nil, count: taps.count)
    for day in try days() where day >= since.day {
      try connection.withStatement(TapDay(day).find) { row throws(StoreError) in
        for (index, tap) in taps.enumerated() where attempts[index] == nil {
          try row.bind(1, tap.id)
          try row.bind(2, tap.sender)
          if try row.step() { attempts[index] = try row.attempt(of: tap) }
          row.reset()
        }
      }
    }
    return attempts
  }

  borrowing func attempts(named id: String) throws(StoreError) -> [Attempt] {
    var attempts: [Attempt] = []
    for day in try days() {
      try connection.withStatement(TapDay(day).findBySenders) { row throws(StoreError) in
        try row.bind(1, id)
        while try row.step() {
          attempts.append(try row.attempt(of: TapIdentity(sender: try row.text(5), id: id)))
        }
      }
    }
    return attempts.sorted { $0.decidedAt > $1.decidedAt }
  }

  borrowing func forEachAttempt(
    since: Timestamp, _ body: (Attempt) throws -> Void
  ) throws {
    for day in try days() where day >= since.day {
      let attempts = try connection.withUncachedStatement(TapDay(day).all) {
        row throws(StoreError) in
        var attempts: [Attempt] = []
        while try row.step() {
          let tap = TapIdentity(sender: try row.text(5), id: try row.text(6))
          attempts.append(try row.attempt(of: tap))
        }
        return attempts
      }
      for attempt in attempts { try body(attempt) }
    }
  }

  /// The last entry of the log that a remembered attempt refers to, or nil.
  borrowing func highestRememberedSequence() throws(StoreError) -> Int64? {
    var highest: Int64?
    for day in try days() {
      try connection.withStatement(TapDay(day).highest) { row throws(StoreError) in
        guard try row.step(), let sequence = try row.int64IfPresent(0) else { return }
        highest = max(highest ?? sequence, sequence)
      }
    }
    return highest
  }

  borrowing func remember(_ attempts: [Attempt]) throws(StoreError) {
    var known = Set(try days())
    for attempt in attempts {
      let day = TapDay(attempt.decidedAt.day)
      if known.insert(day.number).inserted { try make(day) }
      try connection.withStatement(day.add) { row throws(StoreError) in
        try row.bind(1, attempt.tap.id)
        try row.bind(2, attempt.tap.sender)
        try row.bind(3, blob: attempt.content.bytes.span)
        try row.bind(4, attempt.decidedAt.milliseconds)
        try row.bind(5, attempt.sequence)
        try row.bind(6, attempt.command?.text)
        try row.bind(7, utf8: attempt.answer.span)
        try row.run()
      }
    }
  }

  borrowing func forgetAttempts(before instant: Timestamp) throws(StoreError) {
    for day in try days() where day < instant.day {
      try connection.withUncachedStatement(TapDay(day).drop) { row throws(StoreError) in
        try row.run()
      }
      try connection.withStatement("DELETE FROM tap_day WHERE day = ?1") {
        row throws(StoreError) in
        try row.bind(1, day)
        try row.run()
      }
    }
  }

  /// Forgets the attempts of all devices that are removed, and the starts of the links that were
  /// rejected in them.
  borrowing func forgetTapsOfRemovedDevices() throws(StoreError) {
    for day in try days() {
      let day = TapDay(day)
      for sql in [day.dropLinksOfRemovedDevices, day.dropThoseOfRemovedDevices] {
        try connection.withUncachedStatement(sql) { row throws(StoreError) in try row.run() }
      }
    }
  }

  /// The names of the tables of all days.
  borrowing func tapTables() throws(StoreError) -> [String] {
    try days().map { TapDay($0).table }
  }

  private borrowing func make(_ day: TapDay) throws(StoreError) {
    try connection.withUncachedStatement(day.create) { row throws(StoreError) in try row.run() }
    try connection.withStatement("INSERT INTO tap_day VALUES (?1)") { row throws(StoreError) in
      try row.bind(1, day.number)
      try row.run()
    }
  }
}

/// The table that recognises the repeated taps of one day.
private struct TapDay {
  /// Days since 1970-01-01.
  let number: Int64

  init(_ number: Int64) {
    self.number = number
  }

  var table: String { "tap_\(number)" }

  /// Time-ordered tap ids add to the end of the table, because the id comes first in its key.
  var create: String {
    """
    CREATE TABLE \(table) (
      id TEXT NOT NULL, sender TEXT NOT NULL, content BLOB NOT NULL, decided_at INTEGER NOT NULL,
      seq INTEGER, command TEXT, answer TEXT NOT NULL, PRIMARY KEY (id, sender)
    ) STRICT, WITHOUT ROWID
    """
  }

  var drop: String { "DROP TABLE \(table)" }

  var dropLinksOfRemovedDevices: String {
    "DELETE FROM rejected_link WHERE seq IN (SELECT seq FROM \(table) WHERE \(Self.isOfRemovedDevice))"
  }

  var dropThoseOfRemovedDevices: String {
    "DELETE FROM \(table) WHERE \(Self.isOfRemovedDevice)"
  }

  /// A device's id stands behind `device:`, in a sender of its own or in that of a conflict.
  private static let isOfRemovedDevice = """
    instr(sender, 'device:') > 0
    AND substr(sender, instr(sender, 'device:') + 7) IN (SELECT id FROM device WHERE removed = 1)
    """

  var find: DatedStatement {
    DatedStatement(day: number, kind: 0) {
      "SELECT content, decided_at, seq, command, answer FROM \(table) WHERE id = ?1 AND sender = ?2"
    }
  }

  var findBySenders: DatedStatement {
    DatedStatement(day: number, kind: 1) {
      "SELECT content, decided_at, seq, command, answer, sender FROM \(table) WHERE id = ?1"
    }
  }

  var all: String {
    "SELECT content, decided_at, seq, command, answer, sender, id FROM \(table)"
  }

  var highest: DatedStatement {
    DatedStatement(day: number, kind: 3) { "SELECT max(seq) FROM \(table)" }
  }

  var add: DatedStatement {
    DatedStatement(day: number, kind: 2) {
      "INSERT INTO \(table) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    }
  }
}

extension Timestamp {
  /// Days since 1970-01-01, by UTC.
  fileprivate var day: Int64 {
    let length: Int64 = 86_400_000
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: length)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Statement {
  fileprivate func attempt(of tap: TapIdentity) throws(StoreError) -> Attempt {
    let digest = try withBytes(0) { bytes in Digest(bytes: bytes) }
    guard let content = digest else { throw unreadable(0) }
    return Attempt(
      tap: tap, content: content, decidedAt: Timestamp(milliseconds: try int64(1)),
      sequence: try int64IfPresent(2),
      command: try textIfPresent(3).map { LockCommand.ID(trusted: $0) }, answer: try bytes(4))
  }
}
