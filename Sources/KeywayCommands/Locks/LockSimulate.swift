import KeywayCore
import KeywayService
import KeywayStore
import Synchronization

/// `keyway lock simulate`
struct LockSimulate: Command {
  private static let behaviour = Option.defaulted(
    "behaviour", .choice(of: SimulatedBehaviour.self), to: .obeys,
    help: "What it does with a command.")
  private static let delay = Option.optional(
    "delay", .duration, help: "How long it takes to report; at once when absent.")
  private static let count = Option.optional(
    "count", .integer(in: 1...1_000_000), help: "End after so many commands.")

  static let name = "simulate"
  static let summary = "Play the part of a door's lock at its broker, as the lock itself would."
  static let discussion = """
    For trying everything without hardware: it takes the commands that are meant for the lock, in \
    the words of Zigbee2MQTT or Home Assistant, and reports as that lock would. A line says when it \
    can be told, and one what it was told. Goes on until it is interrupted.
    """
  static let parameters = Parameters(Door.one, behaviour, delay, count)
  static let examples = [
    Example("keyway lock simulate front", "In one window; in another: keyway tap send xxx/k1."),
    Example("keyway lock simulate front --behaviour silent", "A lock that never answers."),
  ]

  private let door: Reference<Door>
  private let behaviour: SimulatedBehaviour
  private let delay: Duration
  private let count: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    door = try arguments[Door.one]
    behaviour = try arguments[Self.behaviour]
    delay = .milliseconds(try arguments[Self.delay]?.milliseconds ?? 0)
    count = try arguments[Self.count]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.resolve(door)
    try context.require(context.locks.driverNames(of: [id]))
    guard let lock = try context.read({ try $0.doors([id])[0]?.door.lock }),
      let name = lock.text("driver"), let simulation = context.equipment.simulations[name]
    else {
      throw ServiceError(.invalid, "the lock of the door '\(id)' is none that can be played")
    }
    let told = Atomic<Int>(0)
    let wanted = count ?? .max
    try simulation.play(lock, as: behaviour, delay: delay) {
      told.load(ordering: .relaxed) < wanted
    } ready: {
      Equipment.say("\(id): ready")
    } told: { verb in
      told.wrappingAdd(1, ordering: .relaxed)
      Equipment.say("\(id): \(verb.rawValue)")
    }
  }
}
