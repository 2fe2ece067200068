import KeywayCore
package import KeywayFormats
import KeywayStore

extension RegistryService {
  /// Applies the static actions of an Info.plist, all that were read or none; only what they do not
  /// say, such as their screens, stays as it is stored. Their ranks change only when a phone would
  /// show them in another order.
  ///
  /// - Parameter keepsGoing: whether items that the store refuses are left out instead.
  /// - Throws: `invalid` with every problem, at its place in the Info.plist.
  package func importQuickActions(
    _ file: QuickActionsFile, keepsGoing: Bool, actor: Actor, dryRun: Bool = false
  ) throws -> QuickActionsReport {
    let operation = QuickActionsOperation(
      items: file.items, languages: file.languages, keepsGoing: keepsGoing,
      environment: environment)
    if dryRun {
      return QuickActionsReport(
        try environment.store.read { reader in try operation.wholePlan(in: reader) })
    }
    return QuickActionsReport(
      try environment.store.write { transaction in
        let plan = try operation.wholePlan(in: transaction)
        try commit(plan.changes, of: operation, actor: actor, in: transaction)
        return plan
      })
  }

  /// The static actions in the order in which a phone shows them, as an Info.plist and its tables.
  ///
  /// - Throws: `QuickActionsExportError` naming everything that these cannot hold.
  package func exportQuickActions() throws -> QuickActionsExport {
    var actions: [Action] = []
    try environment.store.read { reader in
      try reader.forEachAction { record in
        let action = record.action
        if action.isStatic, !action.isRemoved { actions.append(action) }
      }
    }
    return try QuickActionsExport(actions.sorted(by: Action.precedesOnPhone))
  }
}
