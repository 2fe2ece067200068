import KeywayStore

extension Connection {
  /// Runs the body in a transaction that has the right to write from its start. Commits when it
  /// returns, rolls back when it throws. The writer lock must be held.
  ///
  /// Throws `unknownCommit` when the commit failed in a way that may have stored it.
  func write<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    try run("BEGIN IMMEDIATE")
    let result: T
    do throws(StoreError) {
      result = try body(self)
    } catch {
      throw rollBack(after: error)
    }
    guard isInTransaction else {
      throw StoreError(
        .io, "the database engine ended the transaction before its commit, nothing is stored")
    }
    do throws(StoreError) {
      try run("COMMIT")
    } catch {
      throw rollBack(after: error.isCertainAtCommit ? error : error.asUnknownCommit)
    }
    return result
  }

  /// Runs the body in a transaction that sees one state of the database, the one at its first
  /// statement, and that refuses to write.
  func read<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    try run("BEGIN")
    refusesWrites = true
    let result: T
    do throws(StoreError) {
      result = try body(self)
    } catch {
      refusesWrites = false
      throw rollBack(after: error)
    }
    refusesWrites = false
    try run("ROLLBACK")
    return result
  }

  /// The error to throw: the one given, and behind it what went wrong with the roll-back.
  private func rollBack(after error: StoreError) -> StoreError {
    // Full disks and failed writes may have ended the transaction already.
    guard isInTransaction else { return error }
    do throws(StoreError) {
      try run("ROLLBACK")
      return error
    } catch let second {
      return error.followed(by: second)
    }
  }
}

extension StoreError {
  /// Whether COMMIT, failing so, has certainly stored nothing: a full disk cuts the last frame
  /// short, the others are found before anything is written.
  fileprivate var isCertainAtCommit: Bool {
    switch code {
    case .busy, .conflict, .constraint, .full, .readOnly: true
    case .corrupt, .io, .notADatabase, .newerSchema, .olderSchema, .migrationMismatch, .permission,
      .notFound, .unknownCommit, .misuse:
      false
    }
  }

  fileprivate var asUnknownCommit: StoreError {
    StoreError(
      .unknownCommit,
      "whether the last change is stored is not known, the next start will tell: \(message)",
      engineCode: engineCode)
  }
}
