import KeywayCore
import KeywayService
import KeywayStore

/// `keyway action list`
struct ActionList: Command {
  static let name = "list"
  static let summary = "List actions."
  static let parameters = Parameters(ListOption.removed)

  private let filter: RegistryFilter

  init(_ arguments: Arguments) throws(UsageError) {
    var filter = RegistryFilter()
    filter.state = try arguments[ListOption.removed] ? "removed" : nil
    self.filter = filter
  }

  func run(in context: inout KeywayContext) throws {
    let row = ListRow(list: .actions, fields: ["title", "subtitle", "screen", "static", "rank"])
    try context.list(
      .actions, where: filter,
      columns: ["TYPE", "TITLE", "SUBTITLE", "SCREEN", "STATIC", "RANK"], row: row.cells)
  }
}
