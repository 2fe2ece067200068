import Foundation
import Glibc
import KeywayCore
import Testing

extension Campaigns {
  /// Many processes and one database.
  @Suite struct WriterTests {
    /// What lanes did, and what the log must therefore say.
    private struct Ledger {
      /// By tap id: the exit status.
      var taps: [String: Int32] = [:]
      /// How many changes of a kind of object are in force.
      var changes: [String: Int] = [:]
      var isSuspended = [Bool](repeating: false, count: 4)
      var turn = 0
    }

    @Test func `four writers lose nothing and none is told that the store is busy`() throws {
      var dice = Dice()
      let keyway = try Keyway(house: House())
      let link = keyway.scratch.file("link.db")
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: keyway.database)
      let paths = [keyway, Keyway(keyway, database: link)]
      try keyway.lift()
      let before = try keyway.log().count
      let end = Date().addingTimeInterval(Campaigns.isWhole ? 10 : 2)
      var ledger = Ledger()
      var running: [Int: [String]] = [:]
      try Lanes.run(4) { lane in
        guard Date() < end else { return nil }
        let arguments = Self.work(lane, &ledger, &dice)
        running[lane] = arguments
        return try paths[lane % 2].start(arguments)
      } done: { lane, run in
        let arguments = try #require(running[lane])
        #expect([0, 1].contains(run.status), "\(dice.seed): \(arguments): \(run.errors)")
        Self.account(arguments, run, lane, &ledger)
      }
      try Self.compare(ledger, with: Array(try keyway.log().dropFirst(before)), dice.seed)
      try keyway.expectSound("seed \(dice.seed)")
    }

    private static func work(
      _ lane: Int, _ ledger: inout Ledger, _ dice: inout Dice
    ) -> [String] {
      ledger.turn += 1
      let turn = ledger.turn
      switch Int.random(in: 0..<8, using: &dice) {
      case 0:
        ledger.isSuspended[lane].toggle()
        return ["key", ledger.isSuspended[lane] ? "suspend" : "resume", "k\(lane)"]
      case 1: return ["config", "set", "tap.remember", "\(turn % 1_000 + 10)h"]
      case 2: return ["shortcut", "issue", "p\(lane)"]
      default:
        let key = Int.random(in: 0..<42, using: &dice)
        return ["tap", "send", "xxx/k\(key)", "--tap", "t-\(turn)"]
      }
    }

    private static func account(
      _ arguments: [String], _ run: Run, _ lane: Int, _ ledger: inout Ledger
    ) {
      switch arguments[0] {
      case "tap": ledger.taps[arguments[4]] = run.status
      case "key": ledger.changes["key", default: 0] += 1
      case "config": ledger.changes["setting", default: 0] += 1
      default: break
      }
    }

    private static func compare(_ ledger: Ledger, with log: [JSONObject], _ seed: UInt64) throws {
      let decisions = log.filter { $0.text("kind") == "decision" }
      #expect(decisions.count == ledger.taps.count, "seed \(seed)")
      #expect(ledger.taps.count > 10, "the campaign did too little")
      for decision in decisions {
        let tap = try #require(decision.text("tap"))
        let expected: Int32 = decision.text("outcome") == "granted" ? 0 : 1
        #expect(ledger.taps[tap] == expected, "\(tap), seed \(seed)")
      }
      for (object, count) in ledger.changes {
        let entries = log.count { $0.text("object") == object }
        #expect(entries == count, "\(object), seed \(seed)")
      }
    }

    @Test func `many first users make one database`() throws {
      for round in 0..<Campaigns.count(3, whole: 30) {
        let keyway = try Keyway()
        let runs = try Lanes.together(
          (0..<8).map { i in
            { try keyway.start(i < 6 ? ["tap", "send", "xxx/k\(i)"] : ["key", "list"]) }
          })
        #expect(runs.prefix(6).allSatisfy { $0.status == 1 }, "\(round): \(runs.map(\.errors))")
        #expect(runs.suffix(2).allSatisfy { $0.status == 0 }, "\(round): \(runs.map(\.errors))")
        #expect(try keyway.log().count == 6)
        #expect(try keyway.text("SELECT count(*) FROM installation") == "1")
        try keyway.expectSound("round \(round)")
      }
    }

    @Test func `a reader sees one moment while imports change everything`() throws {
      let keyway = try Keyway(house: House())
      let sites = try ["New", "Old"].map { word in
        try keyway.scratch.write(House(word: word).text, as: "\(word).json")
      }
      let old = try keyway.registry()
      try keyway.expectDone(try keyway.run("import", sites[0]))
      let moments = [old, try keyway.registry()]
      let recording = try keyway.scratch.write(
        #"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"xxx/none"}"#, as: "one.jsonl")
      for turn in 1...Campaigns.count(6, whole: 60) {
        let copy = Keyway(keyway, database: keyway.scratch.file("copy-\(turn).db"))
        let writer = try keyway.start(["import", sites[turn % 2]])
        let runs = try Lanes.together([
          { try keyway.start(["export"]) }, { try keyway.start(["audit", "verify"]) },
          { try keyway.start(["tap", "replay", "--into", copy.database, recording]) },
        ])
        #expect(runs.allSatisfy { $0.status == 0 }, "\(turn): \(runs.map(\.errors))")
        #expect(moments.contains(runs[0].output), "turn \(turn)")
        #expect(moments.contains(try copy.registry()), "turn \(turn)")
        try keyway.expectDone(try writer.wait())
      }
    }

    @Test func `a program that Ctrl-Z stops at any moment keeps nobody out`() throws {
      let keyway = try Keyway(house: House())
      let site = try keyway.scratch.write(House(keys: 4_000, word: "New").text, as: "new.json")
      var dice = Dice()
      var stopped = 0
      for turn in 0..<Campaigns.count(6, whole: 60) {
        let writer = try keyway.copy()
        let process = try writer.start(["import", site], hasOwnGroup: true)
        usleep(UInt32.random(in: 1_000..<500_000, using: &dice))
        kill(process.pid, SIGTSTP)
        // It stops at once, or when it has given the lock back.
        while try process.poll() == nil, !process.isStopped { usleep(500) }
        if process.isStopped { stopped += 1 }
        let other = try writer.run("door", "mode", "locked_down", "d0")
        #expect(other.status == 0, "turn \(turn), seed \(dice.seed): \(other.errors)")
        kill(process.pid, SIGCONT)
        #expect(try process.wait().status == 0, "turn \(turn), seed \(dice.seed)")
      }
      #expect(stopped > 0)
    }

    @Test func `the write-ahead log stays short`() throws {
      let keyway = try Keyway(house: House())
      try keyway.lift()
      let count = Campaigns.count(200, whole: 10_000)
      let limit = 8 << 20
      var sent = 0
      var longest = 0
      try Lanes.run(3) { _ in
        guard sent < count else { return nil }
        sent += 1
        return try keyway.start(["tap", "send", "xxx/k\(sent % 40)"])
      } done: { _, run in
        #expect(run.status == 0, "\(run.errors)")
        longest = max(longest, keyway.writeAheadLogSize)
      }
      #expect(longest < limit)
      let pages = try keyway.text("PRAGMA page_count")
      #expect(Int(pages ?? "").map { $0 > 20 } == true, "nothing was copied into the database")
      try keyway.expectSound("\(count) taps, longest \(longest) bytes")
      print("write-ahead log: at most \(longest) bytes in \(count) taps")
    }

    @Test func `an edit holds for every tap that starts after it`() throws {
      let keyway = try Keyway(house: House())
      for turn in 0..<Campaigns.count(3, whole: 30) {
        let verb = turn.isMultiple(of: 2) ? "suspend" : "resume"
        let flood = try (0..<3).map { _ in try keyway.start(["tap", "send", "xxx/k1"]) }
        try keyway.expectDone(try keyway.run("key", verb, "k1"))
        let after = try Lanes.together(
          (0..<3).map { _ in { try keyway.start(["tap", "send", "xxx/k1"]) } })
        let expected: Int32 = verb == "suspend" ? 1 : 0
        #expect(after.map(\.status) == [expected, expected, expected], "turn \(turn)")
        for process in flood { #expect([0, 1].contains(try process.wait().status)) }
      }
      try keyway.expectSound("after edits")
    }

    @Test func `a writer that keeps the lock makes others say so, and readers go on`() throws {
      let keyway = try Keyway(house: House())
      let lock = open(keyway.database + "-lock", O_RDWR)
      try #require(lock >= 0)
      defer { close(lock) }
      try #require(flock(lock, LOCK_EX) == 0)
      let writers = try [
        keyway.start(["tap", "send", "xxx/k1"]),
        keyway.start(["import", keyway.scratch.file("site.json")]),
        keyway.start(["key", "suspend", "k1"]),
      ]
      for read in [["audit", "list"], ["key", "show", "k1"], ["export"], ["audit", "verify"]] {
        let run = try keyway.run(read)
        #expect(run.status == 0, "\(read): \(run.errors)")
        #expect(run.seconds < 4, "\(read) waited for the writer")
      }
      for writer in writers {
        let run = try writer.wait()
        #expect(run.status == 75)
        #expect(run.seconds > 4.5 && run.seconds < 10, "\(run.seconds) s")
        #expect(run.saidOneSentence && run.errors.contains("try again"), "\(run.errors)")
        #expect(run.bytes.isEmpty && run.lockWords == 0)
      }
      flock(lock, LOCK_UN)
      #expect(try keyway.run("tap", "send", "xxx/k1").status == 0)
    }
  }
}
