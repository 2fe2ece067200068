import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// The built programs and a lock behind a real broker, which `lock simulate` plays.
  @Suite(
    .enabled(
      if: Mosquitto.isInstalled, "there is no broker; install the Debian package mosquitto"))
  struct BrokerTests {
    private static let paths = ["zigbee2mqtt/front_lock", "homeassistant/home/front"]

    private static func keyway(_ broker: Mosquitto, _ path: String) throws -> Keyway {
      let keyway = try Keyway()
      let lock = "mqtt://127.0.0.1:\(broker.port)/\(path)"
      for command in [
        ["door", "add", "front", "--name", "F", "--time-zone", "Asia/Tokyo", "--lock", lock],
        ["key", "issue", "k1", "--door", "front", "--everyone", "--name", "K", "--max-uses", "9"],
      ] {
        try keyway.expectDone(keyway.run(command))
      }
      return keyway
    }

    /// Plays the door's lock until the process goes.
    private static func play(_ keyway: Keyway, _ more: String...) throws -> RunningProcess {
      let process = try keyway.start(["lock", "simulate", "front"] + more)
      try process.waitForErrors(containing: "front: ready")
      return process
    }

    @Test(arguments: paths)
    func `from a tap to the lock's own report, and back`(_ path: String) throws {
      let broker = try Mosquitto()
      let keyway = try Self.keyway(broker, path)
      let lock = try Self.play(keyway)
      let tap = try keyway.run("tap", "send", "xxx/k1", "--tap", "t1", "--wait")
      #expect(tap.status == 0, "\(tap.errors)")
      #expect(try keyway.run("tap", "send", "xxx/k1", "--tap", "t1").status == 0)
      let states = try keyway.run("lock", "list", "--format", "json").object
      #expect(states.text("state") == "unlocked")
      #expect(try keyway.run("door", "lock", "front").status == 0)
      lock.kill()
      let played = try lock.wait()
      #expect(
        played.errors.split(separator: "\n") == ["front: ready", "front: unlock", "front: lock"])
      let log = try keyway.log()
      #expect(log.contains { $0.text("kind") == "observation" && $0.text("state") == "unlocked" })
      try keyway.expectSound("\(path)")
    }

    @Test(arguments: paths)
    func `a lock that is away is not told when it comes back, and the use is given back`(
      _ path: String
    ) throws {
      let broker = try Mosquitto()
      let keyway = try Self.keyway(broker, path)
      let tap = try keyway.run("tap", "send", "xxx/k1", "--wait")
      #expect(tap.status == 69)
      #expect(tap.errors.contains("front: failed (lock_offline)"))
      #expect(try keyway.uses(of: "k1") == 0)
      let lock = try Self.play(keyway)
      // What the broker had kept would come first.
      #expect(try keyway.run("door", "lock", "front").status == 0)
      broker.stop()
      let later = try keyway.run("tap", "send", "xxx/k1", "--wait")
      #expect(later.status == 69)
      #expect(try keyway.uses(of: "k1") == 0)
      try broker.start()
      try lock.waitForErrors(containing: "front: lock\nfront: ready\n")
      #expect(try keyway.run("door", "lock", "front").status == 0)
      lock.kill()
      #expect(try !lock.wait().errors.contains("front: unlock"))
    }

    @Test func `without the program that has the drivers nothing is decided`() throws {
      let broker = try Mosquitto()
      let keyway = try Self.keyway(broker, Self.paths[0])
      let alone = keyway.scratch.file("keyway")
      try FileManager.default.copyItem(atPath: Keyway.executable, toPath: alone)
      let size = try keyway.log().count
      let run = try keyway.run(
        shell: "\(alone) tap send xxx/k1 && exit 0 || exit $?", [])
      #expect(run.status == 69)
      #expect(run.errors.contains("needs a driver that is in keywayd"))
      #expect(try keyway.log().count == size)
    }
  }
}
