package import KeywayCore
import KeywayStore

extension RegistryService {
  /// Erases holders, removed ones too, all or none: they and their devices become tombstones, their
  /// keys are revoked and keep nothing that says whose they were, and nothing that is remembered of
  /// taps or rejected links leads from a removed device to the log. The log stays; each record that
  /// changed has an entry under the pseudonym that it had. One that was erased before is kept.
  ///
  /// What was overwritten may still stand in the store's files until they are scrubbed.
  ///
  /// - Parameter file: where it is recorded, before it is committed, that the holders are erased, so
  ///   that an older copy of the store can be made to forget them too; nil for nowhere.
  /// - Throws: `notFound`; `StoreError` when it cannot be recorded, and then nothing is erased.
  package func erase(
    _ holders: [Holder.ID], recordingIn file: ErasureFile?, actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = EraseOperation(ids: holders.map(\.text), environment: environment)
    if dryRun { return try perform(operation, actor: actor, dryRun: true).results }
    return try environment.store.write { transaction in
      let changes = try erase(operation, actor: actor, in: transaction)
      try file?.add(holders)
      return changes.results
    }
  }

  /// Erases those of the holders that the store knows and has not erased, as a copy from before
  /// does; all or none.
  ///
  /// - Returns: how many holders were erased.
  package func applyErasures(_ holders: [Holder.ID], actor: Actor) throws -> Int {
    try environment.store.write { transaction in
      let known = zip(holders, try transaction.holders(holders)).filter { $1 != nil }
      let operation = EraseOperation(ids: known.map(\.0.text), environment: environment)
      return try erase(operation, actor: actor, in: transaction)
        .holders.count { !$0.isKept }
    }
  }

  private func erase(
    _ operation: EraseOperation, actor: Actor,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> RegistryChanges {
    let plan = try operation.planWithPlaceholders(in: transaction)
    try transaction.save(holders: plan.placeholders)
    try commit(plan.changes, of: operation, actor: actor, in: transaction)
    try transaction.forgetItems(
      ofKeys: plan.changes.keys.map(\.new.key.id), title: KeyRecord.erasedName)
    // Also where nothing changed: a phone that was removed before no longer names its holder.
    try transaction.forgetRemovedDevices()
    return plan.changes
  }
}
