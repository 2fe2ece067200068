import KeywayCore
import KeywayService
import KeywayStore

/// What came of an operator's word to one door.
struct DoorResult: Sendable {
  let order: DoorOrder
  /// The command as it ended, or as it stood at its deadline; nil for a door that refused.
  let command: LockCommand?

  private var isAcknowledged: Bool { command?.state == .acknowledged }

  var members: JSONObject {
    var members: JSONObject = ["door": .string(order.door.text)]
    if case .refused(let reason, let wait) = order.outcome {
      members["outcome"] = .string("denied")
      members["reason"] = .string(reason.rawValue)
      members["retryAfter"] = wait.map { .integer(($0 + 999) / 1_000) }
      return members
    }
    members["outcome"] = .string("granted")
    if case .coalesced = order.outcome { members["joined"] = .bool(true) }
    if let command {
      members["command"] = .string(command.id.text)
      members["state"] = .string(command.state.rawValue)
      members["detail"] = command.detail.map(JSONValue.string)
    }
    return members
  }

  var sentence: String {
    if case .refused(let reason, let wait) = order.outcome {
      let again = wait.map { "; try again in \(($0 + 999) / 1_000) s" } ?? ""
      return "\(order.door): denied: \(reason.rawValue)\(again)"
    }
    let detail = command?.detail.map { " (\($0))" } ?? ""
    return "\(order.door): \(command?.state.rawValue ?? "unknown")\(detail)"
  }

  /// Done when all have acknowledged, unavailable when none of several has or could, denied between.
  static func status(of results: [DoorResult]) -> ExitStatus {
    let acknowledged = results.count(where: \.isAcknowledged)
    if acknowledged == results.count { return .done }
    let isRefused = results.contains { $0.command == nil }
    return acknowledged == 0 && !isRefused ? .unavailable : .denied
  }
}

extension KeywayContext {
  var orders: DoorOrderService {
    get throws { DoorOrderService(environment: try environment, owners: try owner) }
  }

  /// Brings all commands to their locks at the same time, and waits for those that others send.
  func carryOut(_ orders: [DoorOrder]) throws -> [DoorResult] {
    let dispatcher = try dispatcher
    let watch = try watch
    return try dispatcher.inParallel(orders) { order in
      switch order.outcome {
      case .new(let id, let deadline):
        DoorResult(order: order, command: try dispatcher.dispatch(id, by: deadline))
      case .coalesced(let id): DoorResult(order: order, command: try watch.wait(for: id))
      case .refused: DoorResult(order: order, command: nil)
      }
    }
  }
}
