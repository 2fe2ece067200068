import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door list`
struct DoorList: Command {
  private static let site = Option.optional("site", .text, help: "Only those of the site.")
  private static let mode = Option.optional(
    "mode", .choice(of: Door.Mode.self), help: "Only those in the mode.")

  static let name = "list"
  static let summary = "List doors."
  static let parameters = Parameters(site, mode, ListOption.removed)

  private let filter: RegistryFilter

  init(_ arguments: Arguments) throws(UsageError) {
    var filter = RegistryFilter()
    filter.site = try arguments[Self.site]
    filter.mode = try arguments[Self.mode]?.rawValue
    filter.state = try arguments[ListOption.removed] ? "removed" : nil
    self.filter = filter
  }

  func run(in context: inout KeywayContext) throws {
    let row = ListRow(list: .doors, fields: ["name", "site", "timeZone", "mode"])
    try context.list(
      .doors, where: filter, columns: ["ID", "NAME", "SITE", "TIME ZONE", "MODE"], row: row.cells)
  }
}
