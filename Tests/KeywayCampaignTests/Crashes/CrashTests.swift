import Foundation
import Glibc
import KeywayCore
import Testing

extension Campaigns {
  /// `kill -9` at any moment.
  @Suite struct CrashTests {
    @Test func `an import that is killed is there whole or not at all`() throws {
      var dice = Dice()
      let size = Campaigns.count(300, whole: 2_000)
      let start = try Keyway(house: House(keys: size))
      let site = try start.scratch.write(House(keys: size, word: "New").text, as: "new.json")
      let whole = try start.copy()
      let took = try whole.run("import", site)
      try whole.expectDone(took)
      let (before, after) = (try start.registry(), try whole.registry())
      try #require(before != after)
      var seen: [String: Int] = [:]
      for _ in 0..<Campaigns.count(6, whole: 30) {
        let keyway = try start.copy()
        let process = try keyway.start(["import", site])
        usleep(UInt32.random(in: 0..<UInt32(took.seconds * 1.1e6), using: &dice))
        process.kill()
        _ = try process.wait()
        let found = try keyway.registry()
        #expect(found == before || found == after, "seed \(dice.seed)")
        seen[found == before ? "before" : "after", default: 0] += 1
        try keyway.expectSound("seed \(dice.seed)")
        try keyway.expectDone(try keyway.run("import", site))
        #expect(try keyway.registry() == after, "seed \(dice.seed)")
      }
      print("killed imports: \(seen), import takes \(took.seconds) s, seed \(dice.seed)")
    }

    @Test func `a file that is being replaced when its program is killed is old or new`() throws {
      var dice = Dice()
      let keyway = try Keyway(house: House(keys: 200))
      let plain = (0..<200).map {
        #"{"at":"2026-03-02T08:00:00.000Z","channel":"qr","link":"xxx/k\#($0)"}"#
      }.joined(separator: "\n")
      let file = try keyway.scratch.write(plain, as: "taps.jsonl")
      let took = try keyway.run("tap", "replay", "--bless", file)
      try keyway.expectDone(took)
      let blessed = try keyway.scratch.bytes(of: "taps.jsonl")
      for _ in 0..<Campaigns.count(6, whole: 60) {
        try keyway.scratch.write(plain, as: "taps.jsonl")
        let process = try keyway.start(["tap", "replay", "--bless", file])
        usleep(UInt32.random(in: 0..<UInt32(took.seconds * 1.2e6), using: &dice))
        process.kill()
        _ = try process.wait()
        let found = try keyway.scratch.bytes(of: "taps.jsonl")
        #expect(found == blessed || found == Array(plain.utf8), "seed \(dice.seed)")
      }
    }

    @Test func `a tap that is killed leaves nothing that keeps the door shut`() throws {
      var dice = Dice()
      let count = Campaigns.count(20, whole: 300)
      let keyway = try Keyway(house: House(doors: count, keys: count, maxUses: 2))
      let took = try keyway.run("tap", "send", "xxx/none").seconds
      var seen: [String: Int] = [:]
      for turn in 0..<count {
        let arguments = ["tap", "send", "xxx/k\(turn)", "--tap", "killed-\(turn)"]
        let process = try keyway.start(arguments)
        if turn.isMultiple(of: 2) {
          usleep(UInt32.random(in: 0..<UInt32(took * 1.5e6), using: &dice))
        } else {
          // The answer is out between the decision and the command's way to the lock.
          try process.waitForOutput()
          usleep(UInt32.random(in: 0..<1_500, using: &dice))
        }
        process.kill()
        let killed = try process.wait()
        // While a command of a living process could still be joined.
        let later = try keyway.run(
          "tap", "send", "xxx/k\(turn)", "--tap", "later-\(turn)", "--format", "json")
        let comment: Comment = "turn \(turn), seed \(dice.seed): \(later.output)\(later.errors)"
        #expect(later.status == 0, comment)
        #expect(try later.object.text("command") == "new" && later.lockWords == 1, comment)
        let state = try Self.expectCharges(keyway, turn, killed, comment)
        seen[state, default: 0] += 1
      }
      let open = try keyway.text("SELECT count(*) FROM command WHERE state IN ('pending','sent')")
      #expect(open == "0", "seed \(dice.seed)")
      try keyway.expectSound("seed \(dice.seed)")
      print("killed taps: \(seen), seed \(dice.seed)")
    }

    /// A use stands for each tap that was granted, unless its lock was certainly told nothing.
    private static func expectCharges(
      _ keyway: Keyway, _ turn: Int, _ killed: Run, _ comment: Comment
    ) throws -> String {
      let log = try keyway.log()
      let decision = log.decisions(onTap: "killed-\(turn)").first
      let command = decision?.text("command")
      let states = log.filter { command != nil && $0.text("command") == command }
        .compactMap { $0.text("state") }
      let isCharged = decision != nil && states.last != "interrupted"
      #expect(try keyway.uses(of: "k\(turn)") == (isCharged ? 2 : 1), comment)
      // Nothing opens before it is written.
      if killed.lockWords > 0 { #expect(states.contains("sent"), comment) }
      if killed.status != 0, decision != nil {
        #expect(["interrupted", "unconfirmed", "acknowledged"].contains(states.last), comment)
      }
      return decision == nil ? "undecided" : states.last ?? "none"
    }
  }
}
