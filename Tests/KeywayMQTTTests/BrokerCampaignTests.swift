import Foundation
import Glibc
import KeywayCore
import KeywayMQTT
import KeywayService
import Testing

/// Commands through brokers that are stopped, killed and started again at random moments: 50 of
/// them, or 500 with `KEYWAY_SOAK=1`. `KEYWAY_SEED` repeats a campaign as far as time allows.
@Suite(.enabled(if: Broker.isInstalled, "needs the package mosquitto"))
struct BrokerCampaignTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let lanes = 5
  private static let runs = (environment["KEYWAY_SOAK"] == "1" ? 500 : 50) / lanes
  private static let seed =
    environment["KEYWAY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
  private static let limit = Duration.milliseconds(2_300)

  /// What happens to the broker during one command, in microseconds.
  struct Plan: Sendable {
    let isKilled: Bool
    let begins: UInt32
    let lasts: UInt32

    init(_ dice: inout Dice) {
      isKilled = Bool.random(using: &dice)
      // A command takes about half a millisecond when nothing is in its way.
      begins = UInt32.random(in: 0...700, using: &dice)
      // One pause in five is longer than the command has.
      let isLong = !isKilled && Int.random(in: 0..<5, using: &dice) == 0
      lasts = isLong ? 2_600_000 : UInt32.random(in: 0...150_000, using: &dice)
    }

    func play(on broker: Broker) {
      usleep(begins)
      if isKilled { broker.kill() } else { broker.pause() }
      usleep(lasts)
      if isKilled { try? broker.start() } else { broker.resume() }
    }
  }

  @Test(arguments: 0..<lanes)
  func `whatever a broker does, a lock is told once or never, and nothing is done late`(
    _ lane: Int
  ) throws {
    var dice = Dice(seed: Self.seed &+ UInt64(lane))
    print("campaign: KEYWAY_SEED=\(Self.seed), lane \(lane), \(Self.runs) commands")
    let broker = try Broker()
    let settings = Fixtures.settings(lane % 2 == 0 ? "homeassistant" : "zigbee2mqtt", broker)
    var script = MQTTLockScript()
    if lane >= 3 { script.session = "lane" }
    let lock = try PlayedLock(settings, script)
    var counts: [String: Int] = [:]
    for run in 0..<Self.runs {
      let plan = Plan(&dice)
      let command = Fixtures.command(.unlock, "run-\(run)", within: Self.limit)
      let chaos = Chaos { plan.play(on: broker) }
      let report = Fixtures.driver.send(command, settings, within: Self.limit).report
      chaos.wait()
      try broker.start()
      let entries = try lock.entries(of: command, settings)
      check(report, entries, plan)
      counts[Self.name(report), default: 0] += 1
      if entries.contains(where: \.isLate) { counts["left by the lock", default: 0] += 1 }
    }
    print("campaign: lane \(lane): \(counts.sorted { $0.key < $1.key })")
  }

  private func check(
    _ report: LockReport, _ entries: [MQTTLockSimulator.Entry], _ plan: Plan
  ) {
    #expect(entries.count <= 1, "\(report) \(plan)")
    switch report {
    case .acknowledged: #expect(entries.map(\.isLate) == [false], "\(plan)")
    case .neverReached: #expect(entries.isEmpty, "\(report) \(plan)")
    case .unconfirmed: break
    case .failed: Issue.record("\(report) \(plan)")
    }
    // Only a broker that stood still past the deadline can be late, and says by when it was to be.
    for entry in entries where entry.isLate {
      #expect(!plan.isKilled && plan.lasts > 2_300_000 && report == .unconfirmed, "\(plan)")
    }
  }

  private static func name(_ report: LockReport) -> String {
    switch report {
    case .acknowledged: "acknowledged"
    case .failed(let detail): "failed \(detail)"
    case .neverReached(let detail): "never reached: \(detail)"
    case .unconfirmed: "unconfirmed"
    }
  }
}
