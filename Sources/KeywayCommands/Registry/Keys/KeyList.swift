import KeywayCore
import KeywayService
import KeywayStore

/// `keyway key list`
struct KeyList: Command {
  private static let door = Option.optional(
    "door", .reference(to: Door.self).named("D"), help: "Only those that open the door.")
  private static let holder = Option.optional(
    "holder", .reference(to: Holder.self).named("H"), help: "Only those of the holder.")
  private static let everyone = Flag.present("everyone", help: "Only those for everyone.")
  private static let state = Option.optional(
    "state", .choice(of: Key.State.self), help: "Only those in the state.")

  static let name = "list"
  static let summary = "List keys; people see validity in the door's local time."
  static let parameters = Parameters(door, holder, everyone, state)
    .atMostOne(of: holder, everyone)

  private let door: Reference<Door>?
  private let holder: Reference<Holder>?
  private let filter: RegistryFilter

  init(_ arguments: Arguments) throws(UsageError) {
    door = try arguments[Self.door]
    holder = try arguments[Self.holder]
    var filter = RegistryFilter()
    if try arguments[Self.everyone] { filter.holder = .nobody }
    filter.state = try arguments[Self.state]?.rawValue
    self.filter = filter
  }

  func run(in context: inout KeywayContext) throws {
    var filter = filter
    if let door { filter.door = try context.resolve(door).text }
    if let holder { filter.holder = .holder(try context.resolve(holder).text) }
    let zones = try context.output.format == .table ? zonesByDoor(in: context) : [:]
    let row = ListRow(
      list: .keys, fields: ["name", "door", "holder", "state", "validFrom", "validUntil"])
    try context.list(
      .keys, where: filter,
      columns: ["ID", "NAME", "DOOR", "HOLDER", "STATE", "VALID FROM", "VALID UNTIL"]
    ) { record in
      guard case .string(let door)? = record.object["door"] else { return row.cells(of: record) }
      return row.cells(of: record, zone: zones[door])
    }
  }

  private func zonesByDoor(in context: KeywayContext) throws -> [String: TimeZoneRules] {
    let known = try context.environment.zones
    var zones: [String: TimeZoneRules] = [:]
    try context.registry.list(.doors) { record in
      guard case .string(let name)? = record.object["timeZone"] else { return }
      zones[record.id] = known.rules(of: name)
    }
    return zones
  }
}
