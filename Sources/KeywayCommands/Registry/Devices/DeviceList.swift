import KeywayCore
import KeywayService
import KeywayStore

/// `keyway device list`
struct DeviceList: Command {
  private static let holder = Option.optional(
    "holder", .reference(to: Holder.self).named("H"), help: "Only those of the holder.")
  private static let nobody = Flag.present("nobody", help: "Only those of nobody.")
  private static let platform = Option.optional(
    "platform", .choice(of: Device.Platform.self), help: "Only those of the platform.")
  private static let stale = Flag.present(
    "stale", help: "Only those that have not acknowledged what they would be issued now.")
  private static let holding = Option.optional(
    "holding", .reference(to: Key.self).named("KEY"),
    help: "Only those whose acknowledged set has the key.")

  static let name = "list"
  static let summary = "List devices."
  static let parameters = Parameters(
    holder, nobody, platform, ListOption.state, stale, holding
  ).atMostOne(of: holder, nobody).atMostOne(of: stale, holding)
  static let examples = [
    Example("keyway device list --stale", "The phones that should be given a new set.")
  ]

  private let holder: Reference<Holder>?
  private let isStale: Bool
  private let holding: Reference<Key>?
  private let filter: RegistryFilter

  init(_ arguments: Arguments) throws(UsageError) {
    holder = try arguments[Self.holder]
    isStale = try arguments[Self.stale]
    holding = try arguments[Self.holding]
    var filter = RegistryFilter()
    if try arguments[Self.nobody] { filter.holder = .nobody }
    filter.platform = try arguments[Self.platform]?.rawValue
    filter.state = try arguments[ListOption.state]?.rawValue
    self.filter = filter
  }

  func run(in context: inout KeywayContext) throws {
    var filter = filter
    if let holder { filter.holder = .holder(try context.resolve(holder).text) }
    let row = ListRow(
      list: .devices, fields: ["holder", "platform", "shortcutLimit", "language", "state"])
    try context.list(
      .devices, where: filter, among: try chosen(in: context),
      columns: ["ID", "HOLDER", "PLATFORM", "LIMIT", "LANGUAGE", "STATE"], row: row.cells)
  }

  /// Nil when every device is wanted.
  private func chosen(in context: KeywayContext) throws -> Set<String>? {
    if isStale { return Set(try context.shortcuts.staleDevices().map(\.text)) }
    guard let holding else { return nil }
    let key = try context.resolve(holding)
    return Set(try context.shortcuts.devices(holding: key).map(\.text))
  }
}
