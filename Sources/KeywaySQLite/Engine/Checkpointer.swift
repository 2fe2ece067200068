import KeywayStore

/// Decides when and how the WAL is copied into the database, so that it stays under 8 MiB
/// (2,035 pages of 4,096 bytes) unless a reader stays for long.
struct Checkpointer {
  /// Above so many pages the WAL is copied.
  static let threshold = 1000
  /// Above so many pages readers are waited for, and the file is made short.
  static let urgent = 1500
  /// How many pages have to come after a checkpoint that readers were in the way of.
  static let retryStep = 250
  /// How long readers are waited for, in milliseconds, while nobody can write.
  static let patience = 100

  /// Copies the WAL and answers above how many pages it should be copied next. The writer lock
  /// must be held, and no transaction open. `wait` is restored as the connection's patience.
  static func run(on connection: Connection, wait: Int) throws(StoreError) -> Int {
    let isUrgent = connection.pagesInWAL > urgent
    let isWhole = try connection.checkpoint(.passive)
    guard isWhole || isUrgent else { return connection.pagesInWAL + retryStep }
    connection.setWait(milliseconds: isUrgent ? patience : 0)
    defer { connection.setWait(milliseconds: wait) }
    // Overwriting the WAL from its start is faster than letting it grow from nothing.
    let isDone = try connection.checkpoint(isUrgent ? .truncate : .restart)
    return isDone ? threshold : connection.pagesInWAL + retryStep
  }
}
