import CSQLite
import Foundation
import KeywayCore
import Testing

extension Keyway {
  /// All entries of the log.
  func log() throws -> [JSONObject] {
    let run = try run("audit", "export")
    try expectDone(run)
    return try run.objects
  }

  /// The registry as a site file.
  func registry() throws -> String {
    let run = try run("export")
    try expectDone(run)
    return run.output
  }

  /// How many uses of a key are charged.
  func uses(of key: String) throws -> Int64? {
    let run = try run("key", "show", key, "--format", "json")
    try expectDone(run)
    guard case .integer(let uses)? = try run.object["uses"] else { return nil }
    return uses
  }

  /// The log verifies and SQLite finds nothing wrong.
  func expectSound(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let verified = try run("audit", "verify")
    #expect(
      verified.status == 0, "\(comment): \(verified.output)\(verified.errors)",
      sourceLocation: sourceLocation)
    #expect(try text("PRAGMA integrity_check") == "ok", comment, sourceLocation: sourceLocation)
  }

  struct SQLiteFailure: Error { let message: String }

  /// The first column of the last row, or nil when there is none; past the program, with SQLite.
  @discardableResult
  func text(_ sql: String) throws -> String? {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(database, &handle) == SQLITE_OK else { throw failure(handle) }
    var last: String?
    var rest: UnsafePointer<CChar>?
    var remaining = sql
    while !remaining.isEmpty {
      var statement: OpaquePointer?
      let tail: String = try remaining.withCString { start in
        guard sqlite3_prepare_v2(handle, start, -1, &statement, &rest) == SQLITE_OK else {
          throw failure(handle)
        }
        return rest.map { String(cString: $0) } ?? ""
      }
      defer { sqlite3_finalize(statement) }
      remaining = tail
      while sqlite3_step(statement) == SQLITE_ROW {
        last = sqlite3_column_text(statement, 0).map { String(cString: $0) }
      }
      guard sqlite3_errcode(handle) == SQLITE_OK || sqlite3_errcode(handle) == SQLITE_DONE else {
        throw failure(handle)
      }
    }
    return last
  }

  private func failure(_ handle: OpaquePointer?) -> SQLiteFailure {
    SQLiteFailure(message: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
  }

  /// The size of the write-ahead log in bytes.
  var writeAheadLogSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: database + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}

extension [JSONObject] {
  /// The decisions on taps with this id.
  func decisions(onTap tap: String) -> [JSONObject] {
    filter { $0.text("kind") == "decision" && $0.text("tap") == tap }
  }
}
