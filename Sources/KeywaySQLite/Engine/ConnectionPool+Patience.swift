import KeywayStore
internal import Synchronization

extension ConnectionPool {
  /// How long work that nobody waits for lets others go first, in milliseconds.
  private static let courtesy = 50

  /// Waits for those who wait to write.
  func letOthersPass() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in
      try writer.lock?.letOthersPass(until: Deadline(milliseconds: Self.courtesy))
    }
  }

  /// Waits until all that was written before is on the disk. Blocks, while others write.
  func settle() throws(StoreError) {
    if !isPassing { try DatabaseFile(path: path).synchroniseWriteAheadLog() }
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
