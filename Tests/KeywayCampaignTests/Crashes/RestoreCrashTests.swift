import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// `kill -9` of restores, while taps come.
  @Suite struct RestoreCrashTests {
    @Test func `whenever a restore is killed, there is the old database or the new one, whole`()
      throws
    {
      var dice = Dice()
      let original = try Keyway(house: House(keys: 400))
      try original.lift()
      let backup = original.scratch.file("backup.db")
      try original.expectDone(original.run("backup", backup))
      try original.expectDone(original.run("key", "revoke", "k0"))
      let log = try original.log()
      let seconds = try Self.restore(original.copy(), backup).seconds
      var seen: [String: Int] = [:]
      for turn in 1...Campaigns.count(20, whole: 200) {
        let comment: Comment = "turn \(turn), seed \(dice.seed)"
        let keyway = try original.copy()
        let moment = Double.random(in: seconds * 0.4..<seconds * 1.6, using: &dice)
        let tapped = Double.random(in: 0..<seconds, using: &dice)
        let runs = try keyway.run([
          Victim(arguments: Self.arguments(backup), start: 0, kill: moment),
          Victim(
            arguments: ["tap", "send", "xxx/k1", "--tap", "t", "--format", "json"], start: tapped,
            kill: tapped + 20),
        ])
        try keyway.expectSound(comment)
        let isNew = try Self.expectOldOrNew(keyway, log, comment)
        if runs[0].status == 0 { #expect(isNew, comment) }
        try Self.expectSpent(runs[1], keyway, comment)
        seen[isNew ? "new" : "old", default: 0] += 1
        // What a killed one has left is in nobody's way.
        if !isNew { _ = try Self.restore(keyway, backup) }
        #expect(
          try keyway.run("key", "show", "k0", "--format", "json").object.text("state")
            == "revoked", comment)
      }
      print("killed while restoring: \(seen), seed \(dice.seed)")
    }

    private static func arguments(_ backup: String) -> [String] {
      ["restore", backup, "--force", "--format", "json"]
    }

    private static func restore(_ keyway: Keyway, _ backup: String) throws -> Run {
      let run = try keyway.run(arguments(backup))
      try keyway.expectDone(run)
      return run
    }

    /// Says whether the new database is in place.
    private static func expectOldOrNew(
      _ keyway: Keyway, _ log: [JSONObject], _ comment: Comment
    ) throws -> Bool {
      let entries = try keyway.log()
      let isNew = entries.contains { $0.text("verb") == "restore" }
      let key = try keyway.run("key", "show", "k2", "--format", "json").object
      #expect(key.text("state") == (isNew ? "suspended" : "active"), comment)
      if !isNew { #expect(Array(entries.prefix(log.count)) == log, comment) }
      return isNew
    }

    /// A tap that was answered is known, whichever database is there.
    private static func expectSpent(
      _ tap: Run, _ keyway: Keyway, _ comment: Comment
    ) throws {
      guard tap.status == 0 else {
        // Held by the restore, or told that the database was replaced.
        #expect([1, 75].contains(tap.status), "\(comment): \(tap.errors)")
        return
      }
      let again = try keyway.run("tap", "send", "xxx/k1", "--tap", "t", "--format", "json")
      #expect(try again.object.text("of") == "t", comment)
      #expect(again.lockWords == 0, comment)
    }
  }
}
