import KeywayStore

/// What the header of an SQLite file says about whose it is.
struct DatabaseIdentity {
  /// `Keyw`: written to the header, so that `file` and other programs can tell.
  static let applicationID: Int64 = 0x4B65_7977

  /// Whether there is nothing in the file yet.
  let isNew: Bool
  /// The number of the last migration that was applied.
  let schemaVersion: Int64

  /// Reads the header; throws `notADatabase` when the file is somebody else's, `newerSchema` when
  /// it has migrations beyond `known`. `path` is for the message.
  init(of connection: Connection, path: String, known: Int) throws(StoreError) {
    do throws(StoreError) {
      // In one transaction: another process may be making it a database of ours right now.
      let header = try connection.read { connection throws(StoreError) in
        (
          application: try connection.integer("PRAGMA application_id") ?? 0,
          version: try connection.integer("PRAGMA user_version") ?? 0,
          isEmpty: try connection.integer("SELECT NOT EXISTS(SELECT 1 FROM sqlite_schema)") == 1
        )
      }
      schemaVersion = header.version
      isNew = header.application == 0 && header.isEmpty
      guard isNew || header.application == Self.applicationID else {
        throw StoreError(
          .notADatabase,
          "\(path) is a database of another program; choose another file with --database")
      }
    } catch {
      throw error.code == .notADatabase && error.engineCode != nil
        ? StoreError(
          .notADatabase, "\(path) is not a database; choose another file with --database",
          engineCode: error.engineCode) : error
    }
    guard schemaVersion <= Int64(known) else {
      throw Self.newer(path: path, has: schemaVersion, known: known)
    }
  }

  /// The refusal of a database that a newer program has changed.
  static func newer(path: String, has version: Int64, known: Int) -> StoreError {
    StoreError(
      .newerSchema,
      "the database \(path) has schema version \(version), this program knows up to \(known); "
        + "use the newer program, or restore a backup from before its first start")
  }
}
