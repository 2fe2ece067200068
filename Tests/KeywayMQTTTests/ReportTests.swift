import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

/// What a lock's reports make of a command, over a real broker.
@Suite(.enabled(if: Broker.isInstalled, "needs the package mosquitto"))
struct ReportTests {
  private static let short = Duration.milliseconds(2_300)

  private func tell(
    _ dialect: String, _ verb: LockCommand.Verb = .unlock, within limit: Duration = .seconds(10),
    _ change: (inout MQTTLockScript) -> Void
  ) throws -> (response: LockResponse, told: Int) {
    let broker = try Broker()
    let settings = Fixtures.settings(dialect, broker)
    var script = MQTTLockScript()
    change(&script)
    let lock = try PlayedLock(settings, script)
    let response = Fixtures.driver.send(
      Fixtures.command(verb, within: limit), settings, within: limit)
    return (response, lock.entries.count)
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `a lock that says nothing leaves the command unconfirmed at the limit`(
    _ dialect: String
  ) throws {
    let start = Clocks.uptime()
    let (response, told) = try tell(dialect, within: Self.short) { $0.behaviour = .silent }
    #expect(response == LockResponse(.unconfirmed))
    #expect(told == 1)
    #expect(Clocks.uptime() - start >= Self.short)
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `a state that the broker kept is an observation and no answer`(_ dialect: String) throws {
    let (response, told) = try tell(dialect, within: Self.short) {
      $0.behaviour = .silent
      $0.state = .unlocked
      $0.retains = true
    }
    #expect(response.report == .unconfirmed)
    #expect(response.observations.map(\.state) == [.unlocked])
    #expect(response.observations.map(\.isStale) == [true])
    #expect(told == 1)
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `the state from before is no answer and no failure`(_ dialect: String) throws {
    let (response, told) = try tell(dialect) { $0.behaviour = .previous }
    #expect(response.report == .acknowledged)
    #expect(response.observations.map(\.state) == [.locked, .unlocked])
    #expect(response.observations.map(\.isStale) == [false, false])
    #expect(told == 1)
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `a lock that stays as it is leaves the command unconfirmed`(_ dialect: String) throws {
    let (response, told) = try tell(dialect, within: Self.short) { $0.behaviour = .refuses }
    #expect(response.report == .unconfirmed)
    #expect(response.observations.map(\.state) == [.locked])
    #expect(told == 1)
  }

  @Test func `a bolt that is stuck is a failure`() throws {
    let (response, told) = try tell("homeassistant") { $0.behaviour = .jams }
    #expect(response.report == .failed(detail: "jammed"))
    #expect(response.observations.map(\.state) == [.jammed])
    #expect(told == 1)
  }

  @Test func `a bolt that Zigbee2MQTT knows on its way only leaves the command unconfirmed`() throws
  {
    let (response, _) = try tell("zigbee2mqtt", within: Self.short) { $0.behaviour = .jams }
    #expect(response.report == .unconfirmed)
    #expect(response.observations.map(\.state) == [.unknown])
  }

  @Test func `a slow lock is waited for`() throws {
    let (response, _) = try tell("homeassistant") { $0.delay = .milliseconds(400) }
    #expect(response.report == .acknowledged)
    #expect(response.observations.map(\.state) == [.unlocking, .unlocked])
  }

  @Test func `a report of the battery comes with the answer`() throws {
    let (response, _) = try tell("zigbee2mqtt") { $0.battery = 17 }
    #expect(response.observations.map(\.battery) == [17])
  }

  @Test func `a lock that is told to be offline is told all the same`() throws {
    let broker = try Broker()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    var script = MQTTLockScript()
    script.announces = true
    try PlayedLock(settings, script).stop()
    script.announces = false
    // The broker may notice the lock's end only now.
    var patience = 1_000
    while case .unanswered(detail: _) = Fixtures.driver.look(
      at: Door.ID(trusted: "front"), settings: settings, within: .seconds(5)), patience > 0
    {
      patience -= 1
    }
    let lock = try PlayedLock(settings, script)
    let response = Fixtures.driver.send(Fixtures.command(), settings)
    #expect(response.report == .acknowledged)
    #expect(response.observations.map(\.state) == [.unknown, .unlocked])
    #expect(response.observations.map(\.isStale) == [true, false])
    #expect(lock.entries.count == 1)
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `looking tells what the broker kept`(_ dialect: String) throws {
    let broker = try Broker()
    let settings = Fixtures.settings(dialect, broker)
    let door = Door.ID(trusted: "front")
    let driver = Fixtures.driver
    let limit = Duration.milliseconds(2_300)
    if case .observed(let observations) = driver.look(at: door, settings: settings, within: limit) {
      Issue.record("\(observations)")
    }
    var script = MQTTLockScript()
    script.retains = true
    script.behaviour = .silent
    let lock = try PlayedLock(settings, script)
    guard case .observed(let seen) = driver.look(at: door, settings: settings, within: limit)
    else { throw Unexpected() }
    #expect(seen.map(\.state) == [.locked])
    #expect(seen.map(\.isStale) == [true])
    #expect(lock.entries.isEmpty)
  }

  @Test func `looking at a lock that answers tells how it is now`() throws {
    let broker = try Broker()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    var script = MQTTLockScript()
    script.state = .unlocked
    let lock = try PlayedLock(settings, script)
    guard
      case .observed(let seen) = Fixtures.driver.look(
        at: Door.ID(trusted: "front"), settings: settings, within: .seconds(5))
    else { throw Unexpected() }
    #expect(seen.map(\.state) == [.unlocked])
    #expect(seen.map(\.isStale) == [false])
    #expect(lock.entries.isEmpty)
  }

  @Test func `a lock that cannot draw its latch is not told to`() throws {
    let (response, told) = try tell("homeassistant", .unlatch) { _ in }
    #expect(response.report == .neverReached(detail: "bad_settings"))
    #expect(told == 0)
    let settings: JSONObject = ["broker": .string("nonsense")]
    #expect(Fixtures.driver.verbs(settings: settings) == [])
    #expect(
      Fixtures.driver.send(Fixtures.command(), settings).report
        == .neverReached(detail: "bad_settings"))
  }

  struct Unexpected: Error {}
}
