import KeywayCore
import KeywayCrypto
import KeywayStore

/// The registry: doors, holders, devices, keys and actions, and every way to change them.
///
/// All functions block. Each change is one transaction with its entries in the log, and its dry
/// run reads only. They throw ``RegistryError`` when the registry refuses, and ``StoreError``.
package struct RegistryService: Sendable {
  let environment: ServiceEnvironment

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// Plans, and unless it is a dry run saves and logs what was planned.
  func perform(
    _ operation: some RegistryOperation, actor: Actor, dryRun: Bool
  ) throws -> RegistryChanges {
    if dryRun {
      return try environment.store.read { reader in try operation.plan(in: reader) }
    }
    return try environment.store.write { transaction in
      let changes = try operation.plan(in: transaction)
      try commit(changes, of: operation, actor: actor, in: transaction)
      return changes
    }
  }

  /// Saves and logs what was planned.
  func commit(
    _ changes: RegistryChanges, of operation: some RegistryOperation, actor: Actor,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws {
    guard !changes.isEmpty else { return }
    try transaction.save(doors: Self.changed(changes.doors))
    try transaction.save(holders: Self.changed(changes.holders))
    try transaction.save(devices: Self.changed(changes.devices))
    try transaction.save(keys: Self.changed(changes.keys))
    try transaction.save(actions: Self.changed(changes.actions))
    let appender = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    let log = AdministrationLog(
      appender: appender, at: environment.now(),
      actor: try actor.pseudonym(in: transaction, environment: environment),
      because: actor.because, holders: try pseudonyms(in: changes, transaction))
    log.add(changes.doors, verb: operation.verb(for: .doors))
    log.add(changes.holders, verb: operation.verb(for: .holders))
    log.add(changes.devices, verb: operation.verb(for: .devices))
    log.add(changes.keys, verb: operation.verb(for: .keys))
    log.add(changes.actions, verb: operation.verb(for: .actions))
    try appender.finish(in: transaction)
  }

  private static func changed<Entity>(_ changes: [RegistryChange<Entity>]) -> [Entity] {
    changes.filter { !$0.isKept }.map(\.new)
  }

  private func pseudonyms(
    in changes: RegistryChanges, _ transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> [String: String] {
    let ofDevices = changes.devices.lazy.filter { !$0.isKept }.compactMap(\.new.device.holder)
    let ofKeys = changes.keys.lazy.filter { !$0.isKept }.compactMap(\.new.key.holder)
    let ids = Set(ofDevices).union(ofKeys).sorted()
    var pseudonyms: [String: String] = [:]
    for record in try transaction.holders(ids) {
      if let record { pseudonyms[record.id] = record.pseudonym }
    }
    return pseudonyms
  }
}
