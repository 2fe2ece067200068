import KeywayCore
import KeywayService
import KeywayStore

/// `keyway key show`
struct KeyShow: Command {
  private static let at = Option.optional(
    "at", .time, help: "Tell also what a tap at that time would be decided.")
  private static let device = Option.optional(
    "device", .reference(to: Device.self).named("D"),
    help: "The phone that is tapped on; any phone of the key's holder when absent.")

  static let name = "show"
  static let summary = "Print a key as in the site file, and how many uses were charged."
  static let discussion = """
    --at tells what a tap on the key's item would be decided, with what is stored now; nothing is \
    charged or logged. A time without an offset is wall time at the door. A denial names the rule \
    that decided, and says when the key would next work, or why it never will as things stand.
    """
  static let parameters = Parameters(Key.one, at, device).requiring(device, with: at)
  static let examples = [
    Example("keyway key show k1 --at 2026-03-02T07:59", "Would it open the door then?")
  ]

  private let reference: Reference<Key>
  private let time: TimeText?
  private let device: Reference<Device>?

  init(_ arguments: Arguments) throws(UsageError) {
    reference = try arguments[Key.one]
    time = try arguments[Self.at]
    device = try arguments[Self.device]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.resolve(reference)
    let record = try context.registry.show(.keys, id.text)
    var extra: JSONObject = ["uses": .integer(record.uses ?? 0)]
    if let time { extra["decision"] = .object(try decision(of: record, at: time, in: context)) }
    try context.print(record, adding: extra)
  }

  private func decision(
    of record: RegistryRecord, at time: TimeText, in context: KeywayContext
  ) throws -> JSONObject {
    var door: Door.ID?
    if case .string(let id)? = record.object["door"] { door = Door.ID(trusted: id) }
    let device = try device.map { try context.resolve($0) }
    let instant = try context.instant(time, at: door)
    return try AccessExplanation(
      of: Key.ID(trusted: record.id), at: instant, device: device,
      environment: context.environment
    ).json
  }
}
