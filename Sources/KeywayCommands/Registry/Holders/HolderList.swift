import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder list`
struct HolderList: Command {
  static let name = "list"
  static let summary = "List holders."
  static let parameters = Parameters(ListOption.state)

  private let filter: RegistryFilter

  init(_ arguments: Arguments) throws(UsageError) {
    var filter = RegistryFilter()
    filter.state = try arguments[ListOption.state]?.rawValue
    self.filter = filter
  }

  func run(in context: inout KeywayContext) throws {
    let row = ListRow(list: .holders, fields: ["name", "state"])
    try context.list(
      .holders, where: filter, columns: ["ID", "NAME", "STATE"], row: row.cells)
  }
}
