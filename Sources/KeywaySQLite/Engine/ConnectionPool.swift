import KeywayCore
import KeywayStore
import Migrations
internal import Synchronization

/// The connections of one process to one database: one that writes, and some that read.
///
/// All methods block. A body must not call its own pool.
final class ConnectionPool: Sendable {
  /// How a database is opened.
  struct Configuration: Sendable {
    /// How many connections read beside the writing one. With none, readers and writers of this
    /// process take turns on one connection, which starts fastest.
    var readers = 0
    /// How long others are waited for, in milliseconds.
    var wait = 5000
    /// Whether a missing database is created, rather than `notFound`.
    var createsFile = true
    /// Whether missing folders above it are, too.
    var createsFolders = false
    /// Whether the database is only read, as it is: nothing is made, migrated or written.
    var isReadOnly = false
    /// Whether the database is a file without a name that goes with the connection.
    var isTemporary = false
  }

  struct Writer {
    let connection: Connection
    /// Nil in memory, where nobody else can come, and where nothing is written.
    let lock: WriterLock?
    /// What others who write have come to, as far as patient work has looked.
    var company = Company()
  }

  private final class Reader: Sendable {
    let connection = Mutex<Connection?>(nil)
  }

  let path: String
  /// How long others are waited for, in milliseconds.
  let wait: Int
  let writer: Mutex<Writer>
  private let readers: [Reader]
  private let nextReader = Atomic<Int>(0)
  /// Set when nothing may be done with the database any more.
  let isBroken = Atomic<Bool>(false)
  /// Whether the database has no name that others could find it under.
  let isPassing: Bool
  /// Whether SQLite was told that nobody writes to the file.
  private let isAtRest: Bool
  private let pagesInWAL = Atomic<Int>(0)
  private let checkpointAbove = Atomic<Int>(Checkpointer.threshold)

  /// Opens the database at a path, or `:memory:`, and brings its schema up to date; `now` is kept
  /// beside each migration that is applied.
  init(
    path: String, configuration: Configuration = Configuration(),
    migrations: [Migration] = Migration.all, now: Timestamp
  ) throws(StoreError) {
    isPassing = path == ":memory:" || configuration.isTemporary
    let opening = DatabaseOpening(
      path: path, wait: configuration.wait,
      migrator: Migrator(migrations: migrations, path: path), now: now)
    wait = configuration.wait
    if configuration.isReadOnly {
      isAtRest = try DatabaseFile(path: path).prepareForReading()
      let connection = try opening.reading(isAtRest: isAtRest)
      self.path = connection.resolvedPath
      writer = Mutex(Writer(connection: connection, lock: nil))
      readers = []
      return
    }
    isAtRest = false
    if !isPassing {
      try DatabaseFile(path: path).prepare(
        creatingFile: configuration.createsFile, creatingFolders: configuration.createsFolders)
    }
    let (connection, lock) =
      isPassing
      ? (try opening.passing(isOnDisk: configuration.isTemporary), nil) : try opening.file()
    self.path = isPassing ? path : connection.resolvedPath
    writer = Mutex(Writer(connection: connection, lock: lock))
    readers = isPassing ? [] : (0..<configuration.readers).map { _ in Reader() }
  }

  /// Runs the body in a transaction that may write: commits when it returns, rolls back when it
  /// throws. Waits for other writers up to the configured time, then throws `busy`.
  ///
  /// After `unknownCommit` the pool refuses everything.
  ///
  /// - Parameter isPatient: whether nobody waits for it. It then lets others write first, and does
  ///   not wait for the disk: what is written is sure to last from the next ``settle()`` on. Until
  ///   then it may be lost with the machine's power, whole transactions at a time.
  func withWriter<T: Sendable>(
    isPatient: Bool = false, _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    guard isPatient else {
      return try withWritingConnection { connection throws(StoreError) in
        try connection.write(body)
      }
    }
    try letOthersPass()
    return try withWritingConnection { connection throws(StoreError) in
      try connection.execute("PRAGMA synchronous = NORMAL")
      defer { restoreDurability(of: connection) }
      return try connection.write(body)
    }
  }

  /// Runs the body on the connection that writes, alone among all writers but in no transaction,
  /// for what cannot be done in one. Waits as `withWriter` does.
  func withWritingConnection<T: Sendable>(
    _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let deadline = Deadline(milliseconds: wait)
    return try writer.withLock { writer throws(StoreError) in
      try requireSound()
      try writer.lock?.acquire(by: deadline)
      defer {
        writer.lock?.release()
        pagesInWAL.store(writer.connection.pagesInWAL, ordering: .relaxed)
      }
      // Under the lock nobody replaces the file.
      try requireInPlace(writer.connection)
      do throws(StoreError) {
        return try exclusively(unsafe writer.connection.address, body)
      } catch {
        if error.code == .unknownCommit || writer.connection.isInTransaction {
          isBroken.store(true, ordering: .releasing)
        }
        throw error
      }
    }
  }

  /// Runs the body in a transaction that sees one state of the database and refuses to write.
  func withReader<T: Sendable>(
    _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try requireSound()
    if readers.isEmpty {
      let result = try writer.withLock { writer throws(StoreError) in
        try requireInPlace(writer.connection)
        return try exclusively(unsafe writer.connection.address) { connection throws(StoreError) in
          try connection.read(body)
        }
      }
      // Without its locks SQLite does not notice that somebody has begun to write.
      guard !isAtRest || !DatabaseFile(path: path).hasWriteAheadLog else {
        throw StoreError(.busy, "the database \(path) was opened by another program; try again")
      }
      return result
    }
    for reader in readers {
      let result = try reader.connection.withLockIfAvailable { slot throws(StoreError) in
        try read(at: unsafe open(&slot), body)
      }
      if let result { return result }
    }
    let turn = nextReader.wrappingAdd(1, ordering: .relaxed).oldValue
    let reader = readers[Int(UInt(bitPattern: turn) % UInt(readers.count))]
    return try reader.connection.withLock { slot throws(StoreError) in
      try read(at: unsafe open(&slot), body)
    }
  }

  /// Copies the WAL into the database when it has grown long, and says whether it had. For when
  /// answers are out, because it waits for the disk. Another process that writes meanwhile is not
  /// an error: the next call will find the WAL long still.
  ///
  /// - Parameter limit: above how many pages it is copied, or nil for as many as is fastest.
  @discardableResult
  func checkpointIfNeeded(above limit: Int? = nil) throws(StoreError) -> Bool {
    guard isCheckpointDue(above: limit) else { return false }
    let deadline = Deadline(milliseconds: wait)
    return try writer.withLock { writer throws(StoreError) in
      try requireSound()
      // Another thread may have done it meanwhile.
      guard isCheckpointDue(above: limit), let lock = writer.lock else { return false }
      do throws(StoreError) {
        try lock.acquire(by: deadline)
      } catch {
        if error.code == .busy { return false }
        throw error
      }
      defer { lock.release() }
      let next = try Checkpointer.run(on: writer.connection, wait: wait)
      checkpointAbove.store(next, ordering: .relaxed)
      pagesInWAL.store(writer.connection.pagesInWAL, ordering: .relaxed)
      return true
    }
  }

  private func isCheckpointDue(above limit: Int?) -> Bool {
    pagesInWAL.load(ordering: .relaxed) > limit ?? checkpointAbove.load(ordering: .relaxed)
  }

  /// Throws where another file has taken the database's place: what is written to the old one, or
  /// read from it, counts for nobody.
  private func requireInPlace(_ connection: Connection) throws(StoreError) {
    guard !isPassing, connection.hasMoved else { return }
    throw StoreError(
      .busy, "the database \(path) was moved, or replaced by another; try again")
  }

  private func requireSound() throws(StoreError) {
    guard isBroken.load(ordering: .acquiring) else { return }
    throw StoreError(
      .unknownCommit,
      "an earlier failure left the database \(path) in an unknown state; start the program again")
  }

  /// Opens the slot's connection at its first use, or anew when a transaction got stuck on it.
  @unsafe private func open(_ slot: inout Connection?) throws(StoreError) -> UInt {
    if let connection = slot, !connection.isInTransaction { return unsafe connection.address }
    let connection = try Connection(path: path, access: .readOnly, wait: wait)
    try connection.configure()
    slot = connection
    return unsafe connection.address
  }

  private func read<T>(
    at address: UInt, _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try exclusively(address) { connection throws(StoreError) in
      try requireInPlace(connection)
      return try connection.read(body)
    }
  }

  /// Runs the body on a connection whose mutex is held.
  private func exclusively<T>(
    _ address: UInt, _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    guard let connection = unsafe Connection.at(address) else {
      throw StoreError(.misuse, "there is no connection")
    }
    return try body(connection)
  }
}
