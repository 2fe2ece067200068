import CBenchmark
import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// The log of one database, without the taps that fill it.
struct LogHouse {
  let store: any Store
  let audit: AuditService
  private let checkpoints: CheckpointService
  private let hasher = SHA256Hasher()

  init(path: String, readers: Int = 0) throws {
    var options = SQLiteStore.Options()
    options.readers = readers
    store = try SQLiteStore(
      path: path, options: options, now: Timestamp(milliseconds: TapSite.start),
      random: { count in [UInt8](repeating: 5, count: count) })
    let environment = ServiceEnvironment(
      store: store, now: { Timestamp(milliseconds: TapSite.start) },
      random: { count in [UInt8](repeating: 6, count: count) },
      zones: TimeZones(version: "none") { _ in nil })
    audit = AuditService(environment: environment)
    // Random bytes that repeat make the same key each time.
    checkpoints = CheckpointService(
      environment: environment, keyFile: LogKeyFile(database: ":memory:"))
  }

  /// Appends entries as every service does.
  func append(_ entries: [LogEntries.Entry]) throws {
    try store.write { transaction in
      try log(entries, after: transaction.logSize()).finish(in: transaction)
    }
  }

  /// Appends entries with their leaf hashes and nothing of the tree.
  func appendWithoutTree(_ entries: [LogEntries.Entry]) throws {
    try store.write { transaction in
      try transaction.append(log(entries, after: transaction.logSize()).entries)
    }
  }

  private func log(_ entries: [LogEntries.Entry], after size: Int64) -> LogAppender {
    let log = LogAppender(after: size, hasher: hasher)
    for entry in entries { log.append(entry.write) }
    return log
  }

  /// The promise over the first entries.
  func checkpoint(ofSize size: Int) throws -> SignedCheckpoint {
    try checkpoints.take(ofSize: Int64(size), by: Actor(name: "user:0"))
  }
}
