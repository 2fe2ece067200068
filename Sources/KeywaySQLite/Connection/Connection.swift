internal import CSQLite
import KeywayStore

/// One handle of SQLite, for one thread at a time.
///
/// Its statements are prepared once and kept. Transactions belong to ``ConnectionPool``.
@safe final class Connection {
  /// What a connection may do with its file.
  enum Access: Sendable {
    case readWrite, readOnly
    /// Reads without locks or files beside the database, which nobody must be writing to.
    case immutable
  }

  private let handle: OpaquePointer
  private var statements = StatementCache()
  private let walPages: UnsafeMutablePointer<CInt>
  /// Whether a statement that writes is refused now.
  var refusesWrites = false

  /// Opens an existing file, or `:memory:`, without reading it. `wait` is how long a statement
  /// waits for others, in milliseconds.
  init(path: String, access: Access, wait: Int) throws(StoreError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
      | (access == .immutable ? SQLITE_OPEN_URI : 0)
    let name = access == .immutable ? Self.immutableURI(of: path) : Self.name(of: path)
    let status = unsafe sqlite3_open_v2(name, &handle, flags, nil)
    guard status == SQLITE_OK, let handle = unsafe handle else {
      defer { unsafe sqlite3_close_v2(handle) }
      throw unsafe StoreError(
        attempt: "the database \(path) does not open", status: status, handle: handle)
    }
    unsafe self.handle = handle
    unsafe walPages = .allocate(capacity: 1)
    unsafe walPages.initialize(to: 0)
    // Before the first statement, which may find another process recovering the WAL.
    setWait(milliseconds: wait)
  }

  /// Debian's SQLite takes a name that starts with `file:` for a URI, whose parameters can switch
  /// its locks off.
  private static func name(of path: String) -> String {
    path.utf8.starts(with: "file:".utf8) ? "./" + path : path
  }

  /// The URI of the same file, <https://sqlite.org/uri.html>, section 3, with all bytes escaped
  /// that could mean something else.
  private static func immutableURI(of path: String) -> String {
    var uri = Array("file:".utf8)
    let hex = Array("0123456789ABCDEF".utf8)
    // Two slashes would begin an authority.
    if path.utf8.starts(with: "//".utf8) { uri += Array("//".utf8) }
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }

  deinit {
    statements.removeAll()
    unsafe sqlite3_close_v2(handle)
    unsafe walPages.deallocate()
  }

  /// Applies the settings and reads them back. Reads the file's header.
  func configure(_ pragmas: [Pragma] = Pragma.common) throws(StoreError) {
    try option(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, named: "no checkpoint on close")
    try option(SQLITE_DBCONFIG_DEFENSIVE, named: "defensive")
    for pragma in pragmas {
      try execute(pragma.set)
      guard try integer(pragma.get) == pragma.expected else {
        throw StoreError(
          .misuse,
          "the database engine did not take the setting \(pragma.set); "
            + "Keyway does not work without it, check the installed SQLite")
      }
    }
    // After the pragmas: automatic checkpoints use the same hook.
    unsafe sqlite3_wal_hook(handle, keepPageCount, walPages)
  }

  /// How long a statement waits for other connections.
  func setWait(milliseconds: Int) {
    unsafe sqlite3_busy_timeout(handle, CInt(clamping: milliseconds))
  }

  /// How many pages the WAL had after the last commit or checkpoint of this connection.
  var pagesInWAL: Int { Int(unsafe walPages.pointee) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The absolute path of the file with symbolic links resolved; empty for a database in memory.
  var resolvedPath: String {
    unsafe sqlite3_db_filename(handle, "main").map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether another file stands at the path now, or none: whoever opens it finds something else.
  var hasMoved: Bool {
    var moved: CInt = 0
    let status = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return status == SQLITE_OK && moved != 0
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed, without those of triggers.
  var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// Runs the body with the statement of a literal, prepared at its first use and kept. A body may
  /// use further statements, and even the same one again.
  func withStatement<T>(
    _ sql: StaticString, _ body: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try use(try unsafe cached(sql), body)
  }

  /// Runs the body with a statement on a table of one day, prepared at its first use and kept.
  func withStatement<T>(
    _ dated: DatedStatement, _ body: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let kept = statements.statement(at: dated.place)
    if let kept, !kept.isInUse { return try use(kept, body) }
    let statement = try prepare(dated.sql())
    if kept == nil { statements.insert(statement, at: dated.place) }
    return try use(statement, body)
  }

  /// Runs the body with a statement that is prepared for this once, for SQL put together at run
  /// time out of literals. Values are bound, never part of the text.
  func withUncachedStatement<T>(
    _ sql: String, _ body: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try use(try prepare(sql), body)
  }

  private func use<T>(
    _ statement: Statement, _ body: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    guard !refusesWrites || statement.isReadOnly else {
      throw StoreError(.readOnly, "a transaction that only reads was asked to write")
    }
    statement.isInUse = true
    defer {
      statement.reset()
      statement.isInUse = false
    }
    return try body(statement)
  }

  private func prepare(_ sql: String) throws(StoreError) -> Statement {
    var taken = 0
    guard let statement = try prepare(sql.utf8.span, from: &taken) else {
      throw StoreError(.misuse, "there is no statement to run")
    }
    return statement
  }

  /// Runs one statement without values, passing over its rows.
  func run(_ sql: StaticString) throws(StoreError) {
    try withStatement(sql) { statement throws(StoreError) in try statement.run() }
  }

  /// Runs all statements of a text in UTF-8, one after the other, keeping none.
  func execute(script: Span<UInt8>) throws(StoreError) {
    var place = 0
    while place < script.count, let statement = try prepare(script, from: &place) {
      try statement.run()
    }
  }

  /// Runs one statement without values that will not be run again, passing over its rows.
  func execute(_ sql: StaticString) throws(StoreError) {
    _ = try integer(sql)
  }

  /// The first column of the first row of a statement that will not be run again, or nil.
  func integer(_ sql: StaticString) throws(StoreError) -> Int64? {
    guard let statement = try unsafe compile(sql, isKept: false), try statement.step() else {
      return nil
    }
    return try statement.int64IfPresent(0)
  }

  /// Like `integer(_:)`, for a text.
  func text(_ sql: StaticString) throws(StoreError) -> String? {
    guard let statement = try unsafe compile(sql, isKept: false), try statement.step() else {
      return nil
    }
    return try statement.textIfPresent(0)
  }
}

// MARK: - Crossing a mutex

extension Connection {
  /// The place of this connection, to be given to `at(_:)` within the scope of the same mutex.
  @unsafe var address: UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque())
  }

  /// The connection at a place. A body that is not `Sendable` may use it inside `Mutex.withLock`,
  /// where the compiler would otherwise assume that the body keeps it. It must live, and the mutex
  /// around it be held, as long as it is used.
  @unsafe static func at(_ address: UInt) -> Connection? {
    unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

// MARK: - Checkpoints

extension Connection {
  /// How far a checkpoint goes.
  enum CheckpointMode: Sendable {
    /// Copies what no reader is in the way of.
    case passive
    /// Also makes the next write begin the WAL anew.
    case restart
    /// Also makes the WAL empty.
    case truncate

    fileprivate var flag: CInt {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// Copies the WAL into the database; false when others are in the way. Blocks for the disk, and
  /// except for `passive` waits for readers. The writer lock must be held, and no transaction open.
  func checkpoint(_ mode: CheckpointMode) throws(StoreError) -> Bool {
    var pages: CInt = 0
    var copied: CInt = 0
    let status = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode.flag, &pages, &copied)
    if status & 0xFF == SQLITE_BUSY { return false }
    guard status == SQLITE_OK else {
      throw unsafe StoreError(
        attempt: "the log of changes could not be copied into the database", status: status,
        handle: handle)
    }
    let isWhole = copied >= pages
    // After a whole checkpoint the next write begins the WAL anew, whatever was in it.
    unsafe walPages.pointee = isWhole && mode != .passive ? 0 : max(0, pages)
    return isWhole
  }
}

// MARK: - Copying

extension Connection {
  /// Copies the database as it stands now into an empty one, while others go on writing
  /// (<https://sqlite.org/backup.html>).
  func copy(to destination: Connection) throws(StoreError) {
    guard let backup = unsafe sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw unsafe StoreError(
        attempt: "the copy could not be begun", status: sqlite3_errcode(destination.handle),
        handle: destination.handle)
    }
    let step = unsafe sqlite3_backup_step(backup, -1)
    let end = unsafe sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE, end == SQLITE_OK else {
      throw unsafe StoreError(
        attempt: "the copy could not be written", status: step == SQLITE_DONE ? end : step,
        handle: destination.handle)
    }
  }
}

// MARK: - Preparing

extension Connection {
  @unsafe private func cached(_ sql: StaticString) throws(StoreError) -> Statement {
    guard sql.hasPointerRepresentation else {
      throw StoreError(.misuse, "a single character is no statement")
    }
    let address = UInt(bitPattern: unsafe sql.utf8Start)
    if let statement = statements.statement(at: address) {
      if !statement.isInUse { return statement }
      if let other = try unsafe compile(sql, isKept: false) { return other }
    } else if let statement = try unsafe compile(sql, isKept: true) {
      statements.insert(statement, at: address)
      return statement
    }
    throw StoreError(.misuse, "there is no statement to run")
  }

  @unsafe private func compile(_ sql: StaticString, isKept: Bool) throws(StoreError) -> Statement? {
    let bytes = unsafe UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
    var taken = 0
    return try unsafe Statement(handle: handle, sql: bytes, isKept: isKept, taken: &taken)
  }

  private func prepare(
    _ sql: Span<UInt8>, from place: inout Int
  ) throws(StoreError) -> Statement? {
    var taken = 0
    let rest = sql.extracting(place...)
    let statement = try unsafe rest.withUnsafeBufferPointer { bytes throws(StoreError) in
      try unsafe Statement(handle: handle, sql: bytes, isKept: false, taken: &taken)
    }
    place += taken
    return statement
  }

  /// Whether triggers fire for what this connection writes; they do unless told otherwise.
  func setTriggers(firing: Bool) throws(StoreError) {
    guard
      unsafe keyway_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, firing ? 1 : 0)
        == SQLITE_OK
    else { throw StoreError(.misuse, "the database engine did not switch its triggers") }
  }

  private func option(_ option: CInt, named name: String) throws(StoreError) {
    guard unsafe keyway_db_config_int(handle, option, 1) == SQLITE_OK else {
      throw StoreError(
        .misuse,
        "the database engine did not take the option \(name); "
          + "Keyway does not work without it, check the installed SQLite")
    }
  }
}

/// Keeps the number of pages in the WAL after a commit; `context` is where.
@c private func keepPageCount(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, name: UnsafePointer<CChar>?,
  pages: CInt
) -> CInt {
  unsafe context?.assumingMemoryBound(to: CInt.self).pointee = pages
  return SQLITE_OK
}
