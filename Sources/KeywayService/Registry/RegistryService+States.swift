package import KeywayCore
package import KeywayStore

extension RegistryService {
  /// Removes doors, holders, devices or actions; only their ids remain, and are never used again.
  ///
  /// - Throws: `inUse` for a door that a key still opens and a holder who still has keys or
  ///   devices, `conflict` for keys, `notFound`, `removed`.
  package func remove(
    _ list: RegistryList, _ ids: [String], actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = RemoveOperation(list: list, ids: ids, environment: environment)
    return try perform(operation, actor: actor, dryRun: dryRun).results
  }

  /// Removes one record, or revokes one key, that is as the caller takes it to be.
  ///
  /// - Throws: as ``remove(_:_:actor:dryRun:)`` and ``revoke(_:actor:dryRun:)``, and what the
  ///   condition throws.
  package func end(
    _ list: RegistryList, _ id: String, if condition: RegistryCondition, actor: Actor,
    dryRun: Bool = false
  ) throws -> RegistryResult {
    let changes =
      if list == .keys {
        try perform(
          GuardedOperation(
            wrapped: RevokeOperation(ids: [id]), list: list, id: id, condition: condition,
            mayAdd: false),
          actor: actor, dryRun: dryRun)
      } else {
        try perform(
          GuardedOperation(
            wrapped: RemoveOperation(list: list, ids: [id], environment: environment), list: list,
            id: id, condition: condition, mayAdd: false),
          actor: actor, dryRun: dryRun)
      }
    guard let result = changes.results.first else {
      throw StoreError(.misuse, "a change of one record gave no result")
    }
    return result
  }

  /// Suspends holders, devices or keys until they are resumed.
  ///
  /// - Throws: `conflict` for a revoked key and for other lists, `notFound`, `removed`.
  package func suspend(
    _ list: RegistryList, _ ids: [String], actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = StandingOperation(list: list, ids: ids, isSuspending: true)
    return try perform(operation, actor: actor, dryRun: dryRun).results
  }

  /// Ends a suspension; throws as ``suspend(_:_:actor:dryRun:)`` does.
  package func resume(
    _ list: RegistryList, _ ids: [String], actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = StandingOperation(list: list, ids: ids, isSuspending: false)
    return try perform(operation, actor: actor, dryRun: dryRun).results
  }

  /// Resumes the keys that a restore suspended and that nobody has spoken of since.
  package func resumeHeldKeys(
    actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    try perform(ReleaseOperation(), actor: actor, dryRun: dryRun).results
  }

  /// Ends keys for good, all or none; one that is revoked already is kept.
  ///
  /// - Throws: `notFound`.
  package func revoke(
    _ keys: [Key.ID], actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = RevokeOperation(ids: keys.map(\.text))
    return try perform(operation, actor: actor, dryRun: dryRun).results
  }

  /// Ends all that holders have, all or none: revokes their keys, removes their devices and
  /// suspends them. The results are the holders, then the devices and the keys that changed.
  ///
  /// - Throws: `notFound`, `removed`.
  package func offboard(
    _ holders: [Holder.ID], actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    let operation = OffboardOperation(ids: holders.map(\.text), environment: environment)
    return try perform(operation, actor: actor, dryRun: dryRun).results
  }

  /// Puts doors into a mode, all or none.
  ///
  /// - Throws: `notFound` for an id, or a site without doors; `removed`.
  package func setMode(
    _ mode: Door.Mode, of doors: DoorSelection, actor: Actor, dryRun: Bool = false
  ) throws -> [RegistryResult] {
    try perform(ModeOperation(doors: doors, mode: mode), actor: actor, dryRun: dryRun).results
  }
}
