import Glibc
import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

/// What a broker that fails does at each moment of a command.
@Suite(.enabled(if: Broker.isInstalled, "needs the package mosquitto"))
struct BrokerFaultTests {
  /// Enough to look at the clock before each step.
  private static let moments = 1...10

  @Test(arguments: moments)
  func `a broker that dies at any moment tells a lock once or never, also when it is back`(
    _ moment: Int
  ) throws {
    let broker = try Broker()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    let lock = try PlayedLock(settings)
    let watch = Moment(moment) { broker.kill() }
    let command = Fixtures.command()
    let report = MQTTLock(now: Clocks.now, uptime: watch.uptime).send(command, settings).report
    broker.kill()
    try broker.start()
    let entries = try lock.entries(of: command, settings)
    #expect(entries.count <= 1)
    switch report {
    case .acknowledged: #expect(entries.count == 1)
    case .neverReached(let detail):
      #expect(entries.isEmpty)
      #expect(detail == "broker_unreachable")
    case .unconfirmed: break
    case .failed: Issue.record("\(report)")
    }
  }

  /// What a stopped broker was sent it reads when it goes on, and counts the expiry from then: only
  /// a lock that knows `keyway-expires` can tell.
  @Test(arguments: moments)
  func `a broker that stops at any moment has a lock do nothing after the deadline`(
    _ moment: Int
  ) throws {
    let broker = try Broker()
    let settings = Fixtures.settings("homeassistant", broker)
    let lock = try PlayedLock(settings)
    let limit = Duration.milliseconds(2_500)
    let watch = Moment(moment) { broker.pause() }
    let command = Fixtures.command(within: limit)
    let report = MQTTLock(now: Clocks.now, uptime: watch.uptime)
      .send(command, settings, within: limit).report
    broker.resume()
    let entries = try lock.entries(of: command, settings)
    #expect(entries.count <= 1)
    switch report {
    case .acknowledged: #expect(entries.map(\.isLate) == [false])
    case .neverReached(let detail):
      #expect(entries.isEmpty)
      #expect(detail == "late")
    case .unconfirmed: break
    case .failed: Issue.record("\(report)")
    }
    for entry in entries where entry.isLate { #expect(report == .unconfirmed) }
  }

  @Test func `a lock whose session the broker keeps is told nothing after the limit`() throws {
    let broker = try Broker()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    var script = MQTTLockScript()
    script.session = "lock"
    script.knowsExpiry = false
    try PlayedLock(settings, script).stop()
    let limit = Duration.milliseconds(2_200)
    let command = Fixtures.command(within: limit)
    let response = Fixtures.driver.send(command, settings, within: limit)
    #expect(response.report == .unconfirmed)
    let lock = try PlayedLock(settings, script)
    #expect(try lock.entries(of: command, settings).isEmpty)
  }

  @Test func `a broker that is not there reaches nobody`() throws {
    let broker = try Broker()
    broker.kill()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    #expect(
      Fixtures.driver.send(Fixtures.command(), settings).report
        == .neverReached(detail: "broker_unreachable"))
    #expect(
      Fixtures.driver.look(at: Door.ID(trusted: "front"), settings: settings, within: .seconds(5))
        == .unanswered(detail: "broker_unreachable"))
  }

  @Test func `with less than two seconds left a lock is not told`() throws {
    let broker = try Broker()
    let settings = Fixtures.settings("zigbee2mqtt", broker)
    let lock = try PlayedLock(settings)
    let response = Fixtures.driver.send(
      Fixtures.command(), settings, within: .milliseconds(1_900))
    #expect(response.report == .neverReached(detail: "late"))
    #expect(lock.entries.isEmpty)
  }
}
