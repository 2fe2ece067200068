import KeywayCore
import KeywayService

/// `keyway lock test`
struct LockTest: Command {
  static let name = "test"
  static let summary = "Ask a door's lock for its state; moves nothing."
  static let parameters = Parameters(Door.one)
  static let exitStatuses = [
    ExitMeaning(.done, "the lock, or what stands for it, has answered"),
    ExitMeaning(.unavailable, "there was no answer"),
  ]

  private let door: Reference<Door>

  init(_ arguments: Arguments) throws(UsageError) {
    door = try arguments[Door.one]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.resolve(door)
    try context.require(context.locks.driverNames(of: [id]))
    switch try context.locks.test(id) {
    case .unanswered(let detail):
      context.status = .unavailable
      try context.print(
        ["door": .string(id.text), "outcome": .string("unanswered"), "detail": .string(detail)],
        orSay: "\(id): no answer (\(detail))")
    case .observed(let observations):
      for observation in observations {
        let state = observation.state ?? .unknown
        var members: JSONObject = [
          "door": .string(id.text), "outcome": .string("observed"),
          "state": .string(state.rawValue), "stale": .bool(observation.isStale),
        ]
        members["battery"] = observation.battery.map { .integer(Int64($0)) }
        let age = observation.isStale ? ", as it was reported some time ago" : ""
        try context.print(members, orSay: "\(id): \(state.rawValue)\(age)")
      }
      if observations.isEmpty {
        try context.print(
          ["door": .string(id.text), "outcome": .string("observed")],
          orSay: "\(id): there is a way to the lock, and no report yet")
      }
    }
  }
}
