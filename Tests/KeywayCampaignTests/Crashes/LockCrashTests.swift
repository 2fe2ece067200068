import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// `kill -9` between a tap and its lock's answer, as the lock's own journal has it.
  @Suite struct LockCrashTests {
    /// A lock that takes this long to answer, in milliseconds.
    private static let answer = 60

    @Test
    func `however a tap is killed, its lock was told at most once, never late, and not unasked`()
      throws
    {
      var dice = Dice()
      let count = Campaigns.count(30, whole: 300)
      let keyway = try Keyway()
      let journal = keyway.scratch.file("journal")
      try keyway.expectDone(
        keyway.run("import", keyway.scratch.write(site(count, journal), as: "site.json")))
      try keyway.lift()
      let seconds =
        try (0..<3).map { turn in
          try keyway.run("tap", "send", "xxx/k\(turn)", "--tap", "first-\(turn)").seconds
        }.min() ?? 0.1
      for turn in 0..<count {
        let process = try keyway.start(
          ["tap", "send", "xxx/k\(turn)", "--tap", "t\(turn)", "--wait"])
        usleep(UInt32.random(in: 0..<UInt32(seconds * 1.3e6), using: &dice))
        process.kill()
        _ = try process.wait()
      }
      let killed = try lines(journal)
      // Starting again, looking and listing tells nobody.
      for command in [
        ["lock", "list"], ["doctor"], ["audit", "verify"], ["attempt", "show", "t1"],
      ] {
        _ = try keyway.run(command)
      }
      #expect(try lines(journal).count == killed.count, "seed \(dice.seed)")
      // The next tap closes what the dead have left.
      for turn in 0..<count {
        try keyway.expectDone(keyway.run("tap", "send", "xxx/k\(turn)", "--tap", "u\(turn)"))
      }
      try expectLaws(try lines(journal), keyway.log(), "seed \(dice.seed)")
      try keyway.expectSound("seed \(dice.seed)")
      print("killed \(count) taps, \(killed.count) had told their lock, seed \(dice.seed)")
    }

    private func expectLaws(
      _ journal: [JSONObject], _ log: [JSONObject], _ comment: Comment
    ) throws {
      let granted = Set(
        log.filter { $0.text("outcome") == "granted" }.compactMap { $0.text("command") })
      let told = journal.compactMap { $0.text("command") }
      #expect(Set(told).count == told.count, "twice; \(comment)")
      #expect(Set(told).isSubset(of: granted), "unasked; \(comment)")
      for line in journal {
        // Both are RFC 3339 in UTC with three decimals, which sort by time.
        let (at, deadline) = (line.text("at") ?? "", line.text("deadline") ?? "")
        #expect(at < deadline, "late; \(comment)")
      }
      var ends: [String: String] = [:]
      for entry in log where entry.text("kind") == "actuation" {
        ends[entry.text("command") ?? ""] = entry.text("state")
      }
      for command in granted {
        #expect(
          ends[command].map { $0 != "sent" } == true,
          "\(command) ends as \(ends[command] ?? "nothing"); \(comment)")
      }
      for command in told {
        #expect(
          ["acknowledged", "unconfirmed"].contains(ends[command]),
          "\(command) was told and is \(ends[command] ?? "nothing"); \(comment)")
      }
    }

    private func lines(_ journal: String) throws -> [JSONObject] {
      guard let text = try? String(contentsOfFile: journal, encoding: .utf8) else { return [] }
      return try text.split(separator: "\n").map { try JSONObject(line: String($0)) }
    }

    private func site(_ count: Int, _ journal: String) -> String {
      let doors = (0..<count).map { index in
        """
        {"id":"d\(index)","name":"D","timeZone":"Asia/Tokyo","lock":{"driver":"simulator",\
        "answers":"late","after":"\(Self.answer)ms","journal":"\(journal)"}}
        """
      }
      let keys = (0..<count).map { #"{"id":"k\#($0)","door":"d\#($0)","name":"K"}"# }
      return """
        {"keyway":1,"doors":[\(doors.joined(separator: ","))],
        "keys":[\(keys.joined(separator: ","))]}
        """
    }
  }
}
