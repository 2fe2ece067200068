internal import CSQLite
import KeywayStore

/// One prepared statement of one connection. Parameters count from 1, columns from 0.
///
/// Values are copied when they are bound. ``Connection/withStatement(_:_:)`` hands it out clean and
/// cleans it afterwards, so a body binds, steps, reads and leaves.
@safe final class Statement {
  private let statement: OpaquePointer
  private let handle: OpaquePointer
  private var bound = BoundBytes()
  /// Whether a body has it now, so that another one needs its own.
  var isInUse = false
  /// Whether running it leaves the database as it is.
  let isReadOnly: Bool

  /// Compiles the first statement of the UTF-8 bytes and says how many of them it took; nil when
  /// they hold only white space and comments.
  @unsafe init?(
    handle: OpaquePointer, sql: UnsafeBufferPointer<UInt8>, isKept: Bool, taken: inout Int
  ) throws(StoreError) {
    var statement: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let start = unsafe UnsafeRawPointer(sql.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let status = unsafe sqlite3_prepare_v3(
      handle, start, CInt(clamping: sql.count), flags, &statement, &tail)
    guard status == SQLITE_OK else {
      throw unsafe StoreError(
        attempt: "the database does not accept a statement", status: status, handle: handle)
    }
    if let start = unsafe start, let tail = unsafe tail { taken = unsafe tail - start }
    guard let statement = unsafe statement else { return nil }
    unsafe self.statement = statement
    unsafe self.handle = handle
    isReadOnly = unsafe sqlite3_stmt_readonly(statement) != 0
  }

  deinit {
    unsafe sqlite3_finalize(statement)
  }

  /// Goes to the next row; false when there are no more. May block for the busy timeout.
  func step() throws(StoreError) -> Bool {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status:
      throw unsafe StoreError(
        attempt: "the database could not run a statement", status: status, handle: handle)
    }
  }

  /// Runs to the end, passing over rows, and cleans up, so that the next values can be bound.
  func run() throws(StoreError) {
    defer { reset() }
    while try step() {}
  }

  /// Forgets the place and the bound values. Rows and spans of before are gone.
  func reset() {
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
    bound.removeAll()
  }
}

// MARK: - Binding

extension Statement {
  func bind(_ parameter: Int, _ value: Int64) throws(StoreError) {
    try check(unsafe sqlite3_bind_int64(statement, CInt(truncatingIfNeeded: parameter), value))
  }

  /// Binds the number, or NULL for nil.
  func bind(_ parameter: Int, _ value: Int64?) throws(StoreError) {
    if let value { try bind(parameter, value) } else { try bindNull(parameter) }
  }

  /// Binds 1 or 0.
  func bind(_ parameter: Int, _ value: Bool) throws(StoreError) {
    try bind(parameter, value ? 1 : 0)
  }

  func bind(_ parameter: Int, _ text: String) throws(StoreError) {
    try bind(parameter, utf8: text.utf8.span)
  }

  /// Binds the text, or NULL for nil.
  func bind(_ parameter: Int, _ text: String?) throws(StoreError) {
    if let text { try bind(parameter, text) } else { try bindNull(parameter) }
  }

  /// Binds a text whose bytes the caller knows to be UTF-8.
  func bind(_ parameter: Int, utf8: Span<UInt8>) throws(StoreError) {
    if let copy = unsafe bound.append(utf8) {
      let text = unsafe UnsafeRawPointer(copy).assumingMemoryBound(to: CChar.self)
      try check(
        unsafe sqlite3_bind_text(
          statement, CInt(truncatingIfNeeded: parameter), text, CInt(utf8.count), nil))
    } else {
      try check(
        unsafe utf8.withUnsafeBytes { bytes in
          unsafe sqlite3_bind_text64(
            statement, CInt(truncatingIfNeeded: parameter),
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
            keyway_transient(), UInt8(SQLITE_UTF8))
        })
    }
  }

  /// Binds bytes as they are; no bytes are an empty blob, not NULL.
  func bind(_ parameter: Int, blob: Span<UInt8>) throws(StoreError) {
    if let copy = unsafe bound.append(blob) {
      try check(
        unsafe sqlite3_bind_blob(
          statement, CInt(truncatingIfNeeded: parameter), copy, CInt(blob.count), nil))
    } else {
      try check(
        unsafe blob.withUnsafeBytes { bytes in
          unsafe sqlite3_bind_blob64(
            statement, CInt(truncatingIfNeeded: parameter), bytes.baseAddress,
            UInt64(bytes.count), keyway_transient())
        })
    }
  }

  func bindNull(_ parameter: Int) throws(StoreError) {
    try check(unsafe sqlite3_bind_null(statement, CInt(truncatingIfNeeded: parameter)))
  }

  @inline(__always)
  private func check(_ status: CInt) throws(StoreError) {
    guard status == SQLITE_OK else {
      throw unsafe StoreError(
        attempt: "a value could not be bound", status: status, handle: handle)
    }
  }
}

// MARK: - Reading

extension Statement {
  /// How many columns each row has.
  var columnCount: Int { Int(unsafe sqlite3_column_count(statement)) }

  /// Whether the column of this row is NULL.
  func isNull(_ column: Int) -> Bool {
    type(column) == SQLITE_NULL
  }

  /// The integer in the column; throws `corrupt` when something else is stored there.
  func int64(_ column: Int) throws(StoreError) -> Int64 {
    guard type(column) == SQLITE_INTEGER else { throw unexpected(column) }
    return unsafe sqlite3_column_int64(statement, CInt(truncatingIfNeeded: column))
  }

  /// The integer in the column, nil for NULL.
  func int64IfPresent(_ column: Int) throws(StoreError) -> Int64? {
    isNull(column) ? nil : try int64(column)
  }

  /// The integer in the column as a truth value; throws `corrupt` unless it is 0 or 1.
  func bool(_ column: Int) throws(StoreError) -> Bool {
    switch try int64(column) {
    case 0: false
    case 1: true
    default: throw unexpected(column)
    }
  }

  /// The text in the column; throws `corrupt` when something else, or not UTF-8, is stored there.
  func text(_ column: Int) throws(StoreError) -> String {
    guard type(column) == SQLITE_TEXT else { throw unexpected(column) }
    let index = CInt(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_text(statement, index)
    let count = Int(unsafe sqlite3_column_bytes(statement, index))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    // `String(validating:as:)` is generic and looks its types up at every call.
    guard let text = try? UTF8Span(validating: unsafe bytes.span) else { throw unexpected(column) }
    return String(copying: text)
  }

  /// The text in the column, nil for NULL.
  func textIfPresent(_ column: Int) throws(StoreError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// The bytes of the text or blob in the column; NULL has none.
  func bytes(_ column: Int) throws(StoreError) -> [UInt8] {
    try withBytes(column) { span throws(StoreError) in
      unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
  }

  /// Reads the bytes of the text or blob in the column where they are; NULL has none.
  func withBytes<T>(
    _ column: Int, _ body: (Span<UInt8>) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let index = CInt(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_blob(statement, index) else {
      return try body(Span())
    }
    let count = Int(unsafe sqlite3_column_bytes(statement, index))
    let bytes = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: count)
    return try body(unsafe bytes.span)
  }

  /// Reads the bytes of two columns, as `withBytes(_:_:)` those of one.
  func withBytes(
    _ first: Int, _ second: Int, _ body: (Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    try unsafe body(buffer(first).span, buffer(second).span)
  }

  /// The bytes in the column, where they stand until the next step.
  @unsafe private func buffer(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    let index = CInt(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_blob(statement, index)
    let count = Int(unsafe sqlite3_column_bytes(statement, index))
    return unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
  }

  @inline(__always)
  private func type(_ column: Int) -> CInt {
    unsafe sqlite3_column_type(statement, CInt(truncatingIfNeeded: column))
  }

  private func unexpected(_ column: Int) -> StoreError {
    let name =
      unsafe sqlite3_column_name(statement, CInt(truncatingIfNeeded: column))
      .map { unsafe String(cString: $0) } ?? "?"
    return StoreError(
      .corrupt,
      "the column \(name) holds something that Keyway does not store there"
        + StoreError.Code.corrupt.advice)
  }
}
