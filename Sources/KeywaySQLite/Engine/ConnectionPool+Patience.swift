import KeywayStore
internal import Synchronization

extension ConnectionPool {
  /// How long work that nobody waits for lets others go first, in milliseconds.
  private static let courtesy = 50
  /// Above so many pages the WAL is copied while others write: a short copy keeps them waiting for
  /// no longer than a commit of their own.
  private static let shortCopy = 32

  /// Waits for those who wait to write, and looks whether others have written.
  func letOthersPass() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in
      let somebodyWaited = try writer.lock?.letOthersPass(
        until: Deadline(milliseconds: Self.courtesy))
      let version = try writer.connection.integer("PRAGMA data_version") ?? 0
      writer.company.note(version: version, somebodyWaited: somebodyWaited ?? false)
    }
  }

  /// Whether others have written in the last seconds, as far as patient work has noticed.
  var hasCompany: Bool {
    writer.withLock { $0.company.isThere }
  }

  /// Waits until all that was written before is on the disk. Blocks, while others write.
  func settle() throws(StoreError) {
    if !isPassing { try DatabaseFile(path: path).synchroniseWriteAheadLog() }
  }

  /// As `checkpointIfNeeded(above:)`, but often and little at a time while others write.
  func checkpointPatiently() throws(StoreError) {
    let limit = hasCompany ? Self.shortCopy : nil
    if limit != nil { try letOthersPass() }
    try checkpointIfNeeded(above: limit)
  }

  /// A connection that cannot be made to wait for the disk again is of no more use.
  func restoreDurability(of connection: Connection) {
    do throws(StoreError) {
      try connection.execute("PRAGMA synchronous = FULL")
      if try connection.integer("PRAGMA synchronous") == 2 { return }
    } catch {}
    isBroken.store(true, ordering: .releasing)
  }
}

/// Whether others write to the same database.
struct Company {
  /// For so long they count as there after they were noticed, in milliseconds.
  private static let memory = 10_000

  /// Of the connection: another number means that another connection has written.
  private var version: Int64?
  private var until: Deadline?

  var isThere: Bool { until.map { !$0.hasPassed } ?? false }

  mutating func note(version: Int64, somebodyWaited: Bool) {
    if somebodyWaited || self.version.map({ $0 != version }) ?? false {
      until = Deadline(milliseconds: Self.memory)
    }
    self.version = version
  }
}
