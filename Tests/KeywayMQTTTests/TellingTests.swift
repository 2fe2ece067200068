import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

@Suite(.enabled(if: Broker.isInstalled, "needs the package mosquitto"))
struct TellingTests {
  @Test(arguments: ["homeassistant", "zigbee2mqtt"], [LockCommand.Verb.unlock, .lock])
  func `a lock that reports the new state has done it`(
    _ dialect: String, _ verb: LockCommand.Verb
  ) throws {
    let broker = try Broker()
    let settings = Fixtures.settings(dialect, broker)
    var script = MQTTLockScript()
    script.state = verb == .lock ? .unlocked : .locked
    let lock = try PlayedLock(settings, script)
    let command = Fixtures.command(verb)
    let response = Fixtures.driver.send(command, settings)
    #expect(response.report == .acknowledged)
    #expect(response.observations.last?.state == (verb == .lock ? .locked : .unlocked))
    #expect(response.observations.last?.isStale == false)
    #expect(lock.entries.map(\.verb) == [verb])
    #expect(
      lock.entries.first?.properties == [
        "keyway-command": "command-1", "keyway-expires": command.deadline.rfc3339,
      ])
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `a lock that nobody speaks for is offline`(_ dialect: String) throws {
    let broker = try Broker()
    let response = Fixtures.driver.send(Fixtures.command(), Fixtures.settings(dialect, broker))
    #expect(response.report == .neverReached(detail: "lock_offline"))
  }
}
