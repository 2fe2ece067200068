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
    _ verb: LockCommand.Verb = .unlock, within limit: Duration = .seconds(10),
    _ id: String = "command-1"
  ) -> LockCommand {
    let now = Clocks.now()
    return LockCommand(
      id: LockCommand.ID(trusted: id), door: Door.ID(trusted: "front"), verb: verb, decidedAt: now,
      deadline: Timestamp(
        milliseconds: now.milliseconds + limit.components.seconds * 1_000), owner: "test")
  }
}

extension MQTTLock {
  func send(
    _ command: LockCommand, _ settings: JSONObject, within limit: Duration = .seconds(10)
  ) -> LockResponse {
    send(command, settings: settings, within: limit)
  }
}
