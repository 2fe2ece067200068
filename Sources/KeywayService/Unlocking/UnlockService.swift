package import KeywayCore
import KeywayCrypto
import KeywayStore

/// Decides taps. Every entrance leads here: the command line, HTTP and replays.
package final class UnlockService: Sendable {
  let environment: ServiceEnvironment
  private let settings: SettingsCache
  /// Tells which commands of other processes may still be sent.
  let owners: any CommandOwners

  package init(
    environment: ServiceEnvironment, settings: SettingsCache, owners: any CommandOwners
  ) {
    self.environment = environment
    self.settings = settings
    self.owners = owners
  }

  /// Decides the taps in their order, in one transaction, and answers in the same order when the
  /// decisions are durable. No lock has been told anything yet: that is for whoever dispatches the
  /// answers' new commands. Blocks.
  ///
  /// - Throws: ``StoreError`` or ``SettingError``; then no tap opens anything.
  package func decide(_ taps: [TapRequest]) throws -> [TapAnswer] {
    try environment.store.write { transaction in
      let settings = try settings.settings(of: transaction.settings())
      return try decide(taps, settings: settings, in: transaction).answers
    }
  }

  /// What the tap's decision would be now and why, without charging, logging or remembering
  /// anything. The explanation is nil for a tap that repeats another.
  ///
  /// - Throws: ``StoreError`` or ``SettingError``.
  package func rehearse(_ tap: TapRequest) throws -> (TapAnswer, AccessExplanation?) {
    do {
      return try environment.store.write { transaction -> (TapAnswer, AccessExplanation?) in
        let settings = try settings.settings(of: transaction.settings())
        let batch = try decide([tap], settings: settings, in: transaction)
        throw Rehearsal(answer: batch.answers[0], explanation: batch.explanation)
      }
    } catch let rehearsal as Rehearsal {
      return (rehearsal.answer, rehearsal.explanation)
    }
  }

  /// The door that a tap would open if it were granted, or nil. Blocks.
  ///
  /// - Throws: ``StoreError`` or ``SettingError``.
  package func door(of tap: TapRequest) throws -> Door.ID? {
    try environment.store.read { reader in
      let settings = try settings.settings(of: reader.settings())
      guard let key = TapTarget(tap, router: settings.router).key else { return nil }
      return try reader.facts(ofKeys: [key])[0]?.door
    }
  }

  private func decide(
    _ taps: [TapRequest], settings: ServiceSettings,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> TapBatch {
    let uptime = environment.uptime()
    let now = environment.now()
    let targets = taps.map { TapTarget($0, router: settings.router) }
    let memory = Timestamp(milliseconds: now.milliseconds - settings.tapMemory)
    let lookups = try TapLookups(taps, targets, since: memory, in: transaction)
    let throttling = try Throttling(taps, lookups, settings: settings, now: now, in: transaction)
    var batch = TapBatch(
      environment: environment, settings: settings, owners: owners, now: now, uptime: uptime,
      lookups: lookups,
      throttling: throttling, logSize: try transaction.logSize(),
      installation: try transaction.installation())
    for index in taps.indices {
      try batch.decide(taps[index], targets[index], at: index, in: transaction)
    }
    try batch.finish(memory: memory, in: transaction)
    return batch
  }
}

/// Thrown to undo a transaction and keep its answer.
private struct Rehearsal: Error {
  let answer: TapAnswer
  let explanation: AccessExplanation?
}
