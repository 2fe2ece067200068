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
  ///   - erasures: the holders that were erased from the store in whose place the copy goes.
  ///   - keyFile: where the store's signing key is.
  package init(copy: ServiceEnvironment, erasures: [Holder.ID], keyFile: LogKeyFile) {
    self.copy = copy
    self.erasures = erasures
    self.keyFile = keyFile
  }

  /// The store in whose place the copy goes.
  package struct Present: Sendable {
    package let environment: ServiceEnvironment
    /// Whether it is damaged, so that only what can be read of it counts.
    package let isDamaged: Bool

    package init(_ environment: ServiceEnvironment, isDamaged: Bool) {
      self.environment = environment
      self.isDamaged = isDamaged
    }
  }

  /// What a restore did.
  package struct Report: Hashable, Sendable {
    package let relation: CopyRelation
    /// How many entries the copy's log had.
    package let entries: Int64
    /// The log's new origin, or nil where it goes on as before.
    package fileprivate(set) var origin: String?
    /// The keys that were suspended because they were edited, or suspended by somebody, since; each
    /// is to be resumed by name.
    package fileprivate(set) var edited: [String] = []
    /// How many other keys were suspended until somebody has looked at them.
    package fileprivate(set) var held = 0
    /// How many holders were erased again.
    package fileprivate(set) var erased = 0
    /// How many tokens were revoked: one that ended since the copy was made must not come back.
    package fileprivate(set) var revokedTokens = 0
    /// How many codes for phones are void.
    package fileprivate(set) var voidedCodes = 0
    /// What could not be read of a damaged store, and was not taken over.
    package fileprivate(set) var unread: [String] = []
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
  /// - Parameter present: nil when there is none.
  package func relation(to present: Present?) throws -> CopyRelation {
    do {
      return try CopyRelation(of: copy.store, to: present?.environment.store)
    } catch let error as StoreError where present?.isDamaged == true && error.code != .busy {
      return .unknown
    }
  }

  /// Changes the copy. What has ended or was spent in the present store of the same house is taken
  /// over, and who was erased from it is erased. When the copy may lack something, its log goes on
  /// under a new origin, and every key is suspended until it is resumed. No token of the copy and no
  /// code holds any more. Blocks.
  package func restore(over present: Present?, by actor: Actor) throws -> Report {
    let audit = AuditService(environment: copy)
    let registry = RegistryService(environment: copy)
    let relation = try relation(to: present)
    var report = Report(relation: relation, entries: try audit.size())
    if relation.mayHaveLost {
      let lost =
        try relation == .older
        ? present.map { try AuditService(environment: $0.environment).size() } : nil
      // The first entry under the new origin.
      report.origin = try LogFork(environment: copy, actor: actor).fork(lost: lost)
    }
    // Of a damaged store of which not even the log can be read, the rest may be.
    if let present, relation.takesOver || relation == .unknown && present.isDamaged {
      try takeOver(from: present, registry, actor, &report)
    }
    if relation != .other {
      report.erased = try registry.applyErasures(erasures, actor: actor)
    }
    if relation.mayHaveLost {
      report.held = try registry.perform(HoldOperation(), actor: actor, dryRun: false).keys.count
    }
    // Whatever the copy has: the present store may know better, or be lost.
    let revocation = try TokenService(environment: copy).revoke(.all, by: actor)
    report.revokedTokens = revocation.count
    report.voidedCodes = revocation.voidedCodes.count
    _ = try CheckpointService(environment: copy, keyFile: keyFile).take(by: actor)
    if report.erased > 0 { _ = try copy.store.scrub() }
    return report
  }

  private func takeOver(
    from present: Present, _ registry: RegistryService, _ actor: Actor, _ report: inout Report
  ) throws {
    let remains = StoreRemains(
      store: present.environment.store, isDamaged: present.isDamaged,
      unread: StoreRemains.Unread())
    let operation = CarryOverOperation(remains: remains, environment: copy)
    let changes = try registry.perform(operation, actor: actor, dryRun: false)
    report.edited = changes.keys.filter { $0.new.key.state == .suspended }.map(\.new.id)
    try HistoryCarryOver(remains: remains, environment: copy).run()
    report.unread = remains.unread.names
  }
}
