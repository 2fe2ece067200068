import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// `kill -9` of processes that append to the log.
  @Suite struct LogCrashTests {
    @Test func `after every kill the log holds, and has all that was acknowledged`() throws {
      var dice = Dice()
      var seen: [String: Int] = [:]
      for _ in 0..<Campaigns.count(1, whole: 10) {
        var witness = try LogWitness()
        for turn in 1...20 {
          let comment: Comment = "turn \(turn), seed \(dice.seed)"
          let word = "Word\(turn)"
          let site = try witness.keyway.scratch.write(
            LogWitness.house(word).text, as: "\(word).json")
          let taps = (0..<4).map { "tap-\(turn)-\($0)" }
          let victims = Self.victims(site, taps, witness, &dice)
          let promise = try witness.promise()
          let runs = try witness.keyway.run(victims)
          try witness.keyway.expectSound(comment)
          try witness.expectKept(promise, comment)
          let new = try witness.newEntries(comment)
          let imported = try witness.expectWholeImport(of: word, runs[0], in: new, comment)
          seen["import \(imported)", default: 0] += 1
          for (tap, run) in zip(taps, runs.dropFirst()) {
            let found = try witness.expectWholeTap(tap, run, in: new, comment)
            seen["tap \(found)", default: 0] += 1
          }
          witness.expectNothingElse(in: new, comment)
        }
      }
      print("killed while appending: \(seen), seed \(dice.seed)")
    }

    /// An import that is killed at any moment, and beside it taps, each killed at any moment of its
    /// own: those that wait for the import's transaction go on when it is dead.
    private static func victims(
      _ site: String, _ taps: [String], _ witness: LogWitness, _ dice: inout Dice
    ) -> [Victim] {
      let end = witness.importSeconds * 1.8
      let seconds = Double.random(in: 0..<end, using: &dice)
      // Some die at work, some while they wait for the import.
      let spans = [witness.tapSeconds * 2, end]
      return [Victim(arguments: ["import", site], start: 0, kill: seconds)]
        + taps.enumerated().map { index, tap in
          let start = Double.random(in: 0..<end, using: &dice)
          let key = Int.random(in: 0..<LogWitness.keys, using: &dice)
          return Victim(
            arguments: ["tap", "send", "xxx/k\(key)", "--tap", tap, "--format", "json"],
            start: start, kill: start + Double.random(in: 0..<spans[index % 2], using: &dice))
        }
    }
  }
}
