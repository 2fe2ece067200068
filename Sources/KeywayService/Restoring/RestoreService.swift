package import KeywayCore
import KeywayStore

/// Makes a copy of a store fit to take the store's place: nothing that has ended or was spent since
/// the copy was made comes back with it.
package struct RestoreService: Sendable {
  private let copy: ServiceEnvironment
  private let erasures: [Holder.ID]
  private let keyFile: LogKeyFile

  /// - Parameters:
  ///   - copy: stands on the copy, which nobody else uses.
  ///   - erasures: the holders that were erased from the store.
  ///   - keyFile: where the store's signing key is.
  package init(copy: ServiceEnvironment, erasures: [Holder.ID], keyFile: LogKeyFile) {
    self.copy = copy
    self.erasures = erasures
    self.keyFile = keyFile
  }

  /// What a restore did.
  package struct Report: Hashable, Sendable {
    package let relation: CopyRelation
    /// How many entries the copy's log had.
    package let entries: Int64
    /// The log's new origin, or nil where it goes on as before.
    package fileprivate(set) var origin: String?
    /// How many keys were suspended until somebody has looked at them.
    package fileprivate(set) var held = 0
    /// How many holders were erased again.
    package fileprivate(set) var erased = 0
  }

  /// Checks the copy's whole log. Blocks.
  ///
  /// - Throws: ``ServiceError`` `invalid` when it does not hold.
  package func check() throws {
    if case .failed(_, let words) = try AuditService(environment: copy).verify() {
      throw ServiceError(.invalid, "the copy's log does not hold: \(words); restore another backup")
    }
  }

  /// How the copy stands to the store in whose place it is to go. Blocks.
  ///
  /// - Parameter present: nil when there is none, or it cannot be read.
  package func relation(to present: ServiceEnvironment?) throws -> CopyRelation {
    try CopyRelation(of: copy.store, to: present?.store)
  }

  /// Changes the copy. Erasures are applied in any case. When the copy may lack something, its log
  /// goes on under a new origin, what has ended or was spent in the present store is taken over, as
  /// far as there is one, and every key is suspended until it is resumed. Blocks.
  package func restore(
    over present: ServiceEnvironment?, by actor: Actor
  ) throws -> Report {
    let audit = AuditService(environment: copy)
    let registry = RegistryService(environment: copy)
    var report = Report(relation: try relation(to: present), entries: try audit.size())
    if report.relation.mayHaveLost {
      let lost = try present.map { try AuditService(environment: $0).size() }
      // The first entry under the new origin.
      report.origin = try LogFork(environment: copy, actor: actor)
        .fork(lost: report.relation == .older ? lost : nil)
      if let present, report.relation == .older { try carryOver(from: present, registry, actor) }
    }
    report.erased = try registry.applyErasures(erasures, actor: actor)
    if report.relation.mayHaveLost {
      report.held = try registry.perform(HoldOperation(), actor: actor, dryRun: false).keys.count
    }
    _ = try CheckpointService(environment: copy, keyFile: keyFile).take(by: actor)
    if report.erased > 0 { _ = try copy.store.scrub() }
    return report
  }

  private func carryOver(
    from present: ServiceEnvironment, _ registry: RegistryService, _ actor: Actor
  ) throws {
    let operation = CarryOverOperation(present: present.store, environment: copy)
    _ = try registry.perform(operation, actor: actor, dryRun: false)
    try HistoryCarryOver(present: present.store, environment: copy).run()
  }
}
