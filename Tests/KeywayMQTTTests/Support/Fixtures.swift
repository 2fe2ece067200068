import KeywayCore
import KeywayMQTT
import KeywayService

/// Doors whose locks are behind a broker.
enum Fixtures {
  static let driver = MQTTLock(now: Clocks.now, uptime: Clocks.uptime)

  static func settings(_ dialect: String, _ broker: Broker) -> JSONObject {
    [
      "driver": .string("mqtt"), "broker": .string("mqtt://127.0.0.1:\(broker.port)"),
      "dialect": .string(dialect), "topic": .string("house/front"),
    ]
  }

  static func command(
    _ verb: LockCommand.Verb = .unlock, _ id: String = "command-1",
    within limit: Duration = .seconds(10)
  ) -> LockCommand {
    let now = Clocks.now()
    return LockCommand(
      id: LockCommand.ID(trusted: id), door: Door.ID(trusted: "front"), verb: verb, decidedAt: now,
      deadline: Timestamp(
        milliseconds: now.milliseconds + limit.components.seconds * 1_000
          + limit.components.attoseconds / 1_000_000_000_000_000), owner: "test")
  }
}

extension MQTTLock {
  func send(
    _ command: LockCommand, _ settings: JSONObject, within limit: Duration = .seconds(10)
  ) -> LockResponse {
    send(command, settings: settings, within: limit)
  }
}

extension LockResponse {
  /// Why the command never reached the lock, or nil when it may have.
  var neverReached: String? {
    guard case .neverReached(let detail) = report else { return nil }
    return detail
  }
}
