internal import CSQLite
import KeywayStore

extension StoreError {
  /// The failure that SQLite just reported on the handle. Its own words name tables and columns,
  /// never bound values.
  @unsafe init(attempt: String, status: CInt, handle: OpaquePointer?) {
    var words = unsafe String(cString: sqlite3_errstr(status))
    var extended = status
    if let handle = unsafe handle {
      unsafe words = String(cString: sqlite3_errmsg(handle))
      let last = unsafe sqlite3_extended_errcode(handle)
      if last & 0xFF == status & 0xFF { extended = last }
    }
    self.init(status: extended, "\(attempt): \(words)")
  }

  /// The failure with an extended result code, said in the words given and what to do about it.
  init(status: CInt, _ words: String) {
    let code = Code(sqlite: status)
    self.init(code, words + code.advice, engineCode: String(status))
  }
}

extension StoreError.Code {
  /// The kind of failure that an extended result code of SQLite means.
  init(sqlite status: CInt) {
    switch status {
    case SQLITE_CONSTRAINT | (8 << 8), SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (10 << 8):
      self = .conflict  // UNIQUE, PRIMARYKEY, ROWID: the macros do not reach Swift.
    case SQLITE_READONLY | (4 << 8):
      self = .busy  // DBMOVED: another file has taken the database's place.
    default:
      self.init(primary: status & 0xFF)
    }
  }

  private init(primary status: CInt) {
    switch status {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: self = .constraint
    case SQLITE_CORRUPT, SQLITE_FORMAT: self = .corrupt
    case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_NOLFS, SQLITE_CANTOPEN: self = .io
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_PERM, SQLITE_AUTH: self = .permission
    case SQLITE_NOTFOUND: self = .notFound
    default: self = .misuse
    }
  }

  /// What to do about it, as the end of a message; empty when the message must say so itself.
  var advice: String {
    switch self {
    case .busy: "; another process is using the database, try again"
    case .corrupt: "; restore a backup"
    case .io: "; check the disk and the folder's permissions"
    case .full: "; free some space on the disk"
    case .readOnly: "; make the file and its folder writable for this user"
    case .permission: "; run as the user who owns the database"
    case .conflict, .constraint, .notADatabase, .newerSchema, .olderSchema, .migrationMismatch,
      .notFound, .unknownCommit, .misuse:
      ""
    }
  }
}
