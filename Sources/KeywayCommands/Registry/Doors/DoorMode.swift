import KeywayCore
import KeywayService

/// `keyway door mode`
struct DoorMode: Command {
  private static let mode = Positional.required(
    "mode", .choice(of: Door.Mode.self),
    help: "Keys decide, nobody gets in, or the door takes no part.")
  private static let doors = Positional.repeated(
    "door", .reference(to: Door.self), atLeastOne: false,
    help: "The doors' ids, or beginnings of them.")
  private static let site = Option.optional("site", .text, help: "All doors of the site.")
  private static let all = Flag.present("all", help: "All doors.")

  static let name = "mode"
  static let summary = "Put doors into a mode, all or none; it counts from the next tap on."
  static let parameters = Parameters(mode, doors, site, all, Common.because, Common.dryRun)
    .exactlyOne(of: doors, site, all)
  static let examples = [
    Example("keyway door mode locked_down --all --because drill", "Let nobody in."),
    Example("keyway door mode normal front", "Let keys decide again."),
  ]

  private let mode: Door.Mode
  private let doors: [Reference<Door>]
  private let site: String?
  private let isForAll: Bool
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    mode = try arguments[Self.mode]
    doors = try arguments[Self.doors]
    site = try arguments[Self.site]
    isForAll = try arguments[Self.all]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let results = try context.registry.setMode(
      mode, of: selection(in: context), actor: context.actor, dryRun: isRehearsal)
    try context.print(results, isRehearsal: isRehearsal) { _ in mode.rawValue }
  }

  private func selection(in context: KeywayContext) throws -> DoorSelection {
    if isForAll { return .all }
    if let site { return .site(site) }
    return .ids(try context.ids(of: doors).map { Door.ID(trusted: $0) })
  }
}
