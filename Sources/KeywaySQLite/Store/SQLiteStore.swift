package import KeywayCore
package import KeywayStore
import Synchronization

/// The embedded engine: one SQLite file, one writer and several readers.
package final class SQLiteStore: Store {
  let pool: ConnectionPool
  let schedules = ScheduleCache()
  private let written = Atomic<Bool>(false)

  /// Opens the database at a path, or `:memory:`, and brings its schema up to date. Blocks.
  ///
  /// - Parameters:
  ///   - options: how it is opened.
  ///   - now: kept beside what is made or migrated.
  ///   - random: gives that many random bytes, for what is made with a new database.
  package init(
    path: String, options: Options = Options(), now: Timestamp, random: (Int) -> [UInt8]
  ) throws(StoreError) {
    var configuration = ConnectionPool.Configuration()
    configuration.readers = options.readers
    configuration.wait = options.wait
    configuration.createsFile = options.createsFile
    configuration.createsFolders = options.createsFolders
    configuration.isReadOnly = options.isReadOnly
    configuration.isTemporary = options.isTemporary
    pool = try ConnectionPool(path: path, configuration: configuration, now: now)
    if !options.isReadOnly { try makeInstallation(now: now, random: random) }
  }

  /// How a database is opened.
  package struct Options: Sendable {
    /// How many connections read beside the one that writes; with none they take turns on one,
    /// which starts fastest.
    package var readers = 0
    /// How long other processes are waited for, in milliseconds.
    package var wait = 5_000
    /// Whether a missing database is made, rather than `notFound`.
    package var createsFile = true
    /// Whether missing folders above it are, too.
    package var createsFolders = false
    /// Whether the database is read as it is: nothing is made, migrated, repaired or written, a
    /// write is `readOnly`, and an older schema is `olderSchema`.
    package var isReadOnly = false
    /// Whether the database is one without a name that goes with the store. Unlike one in memory,
    /// it may grow beyond that. The path is then for messages only.
    package var isTemporary = false

    package init() {}
  }

  private func makeInstallation(
    now: Timestamp, random: (Int) -> [UInt8]
  ) throws(StoreError) {
    let isMade = try pool.withReader { connection throws(StoreError) in
      try connection.integer("SELECT count(*) FROM installation") == 1
    }
    if isMade { return }
    let id = GeneratedIdentifier.text(at: now, random: random(GeneratedIdentifier.randomBytes))
    let secret = random(32)
    try pool.withWriter { connection throws(StoreError) in
      // Another process may have been faster.
      try connection.withStatement("INSERT OR IGNORE INTO installation VALUES (1, ?1, ?2)") {
        row throws(StoreError) in
        try row.bind(1, id)
        try row.bind(2, blob: secret.span)
        try row.run()
      }
    }
  }

  package func read<T>(
    _ body: (borrowing any StoreReader & ~Copyable) throws -> T
  ) throws -> T {
    var outcome = Outcome<T>()
    do throws(StoreError) {
      try pool.withReader { connection throws(StoreError) in
        let scope: any StoreReader & ~Copyable = SQLiteScope(
          connection: connection, schedules: schedules)
        try outcome.take { try body(scope) }
      }
    } catch {
      throw outcome.failure(of: error)
    }
    return try outcome.get()
  }

  package func write<T>(
    _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T {
    try write(isPatient: false, body)
  }

  package func writePatiently<T>(
    _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T {
    try write(isPatient: true, body)
  }

  private func write<T>(
    isPatient: Bool, _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T {
    var outcome = Outcome<T>()
    do throws(StoreError) {
      try pool.withWriter(isPatient: isPatient) { connection throws(StoreError) in
        let scope: any StoreTransaction & ~Copyable = SQLiteScope(
          connection: connection, schedules: schedules)
        try outcome.take { try body(scope) }
      }
    } catch {
      throw outcome.failure(of: error)
    }
    written.store(true, ordering: .relaxed)
    return try outcome.get()
  }

  package var hasCompany: Bool { pool.hasCompany }

  package func maintainPatiently() {
    // The next one will find the log of changes long still.
    _ = try? pool.checkpointPatiently()
  }

  package func settle() throws(StoreError) { try pool.settle() }

  package func claim(_ job: String) throws(StoreError) -> any JobClaim {
    pool.isPassing ? PassingClaim() : try JobClaimFile(database: pool.path, job: job)
  }

  package func backUp(to path: String) throws(StoreError) {
    let file = BackupFile(path: path)
    try file.write { copy throws(StoreError) in
      try pool.withReader { connection throws(StoreError) in try connection.copy(to: copy) }
      try copy.forgetTokens()
    }
  }

  package var hasWritten: Bool { written.load(ordering: .relaxed) }

  package func maintain() {
    // The next process that writes will find the log of changes long still.
    _ = try? pool.checkpointIfNeeded()
  }
}

/// What nobody else can come to.
private final class PassingClaim: JobClaim {}

/// What a body that may throw anything came to, in a transaction that ends with a `StoreError`.
private struct Outcome<T> {
  private static var abandoned: StoreError { StoreError(.misuse, "the transaction was given up") }

  private var result: Result<T, any Error>?

  /// Runs the body; its own error is kept, and one of the store's stands for it.
  mutating func take(_ body: () throws -> T) throws(StoreError) {
    do {
      result = .success(try body())
    } catch {
      result = .failure(error)
      throw error as? StoreError ?? Self.abandoned
    }
  }

  /// What to throw when the transaction ended with `error`: a rollback that failed is told beside
  /// the body's own error, and then counts more.
  func failure(of error: StoreError) -> any Error {
    if error == Self.abandoned, case .failure(let own)? = result { return own }
    return error
  }

  func get() throws -> T {
    guard let result else { throw Self.abandoned }
    return try result.get()
  }
}

/// One transaction of one connection, in domain words.
struct SQLiteScope: StoreTransaction, ~Copyable {
  let connection: Connection
  let schedules: ScheduleCache
}

extension SQLiteScope {
  borrowing func settings() throws(StoreError) -> [String: String] {
    try connection.withStatement("SELECT name, value FROM setting") {
      row throws(StoreError) in
      var settings: [String: String] = [:]
      while try row.step() { settings[try row.text(0)] = try row.text(1) }
      return settings
    }
  }

  borrowing func setSetting(_ name: String, to value: String?) throws(StoreError) {
    guard let value else {
      return try connection.withStatement("DELETE FROM setting WHERE name = ?1") {
        row throws(StoreError) in
        try row.bind(1, name)
        try row.run()
      }
    }
    try connection.withStatement(
      "INSERT INTO setting VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value"
    ) { row throws(StoreError) in
      try row.bind(1, name)
      try row.bind(2, value)
      try row.run()
    }
  }

  borrowing func installation() throws(StoreError) -> Installation {
    try connection.withStatement("SELECT id, secret FROM installation") {
      row throws(StoreError) in
      guard try row.step() else {
        throw StoreError(.corrupt, "the database has lost its own id; restore it from a backup")
      }
      return Installation(id: try row.text(0), secret: try row.bytes(1))
    }
  }

  borrowing func renameInstallation(_ id: String) throws(StoreError) {
    try connection.withStatement("UPDATE installation SET id = ?1") { row throws(StoreError) in
      try row.bind(1, id)
      try row.run()
    }
  }

  borrowing func pseudonym(ofActor actor: String) throws(StoreError) -> String? {
    try connection.withStatement(
      """
      SELECT pseudonym FROM actor WHERE name = ?1
      UNION ALL
      SELECT pseudonym FROM token WHERE id = CASE WHEN ?1 GLOB 'token:*' THEN substr(?1, 7) END
      """
    ) { row throws(StoreError) in
      try row.bind(1, actor)
      return try row.step() ? try row.text(0) : nil
    }
  }

  borrowing func addActor(_ actor: String, pseudonym: String) throws(StoreError) {
    try connection.withStatement("INSERT INTO actor VALUES (?1, ?2)") { row throws(StoreError) in
      try row.bind(1, actor)
      try row.bind(2, pseudonym)
      try row.run()
    }
  }
}
