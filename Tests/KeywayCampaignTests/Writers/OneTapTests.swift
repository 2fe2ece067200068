import KeywayCore
import Testing

extension Campaigns {
  /// Law 1 between processes.
  @Suite struct OneTapTests {
    private static let processes = Campaigns.count(8, whole: 20)

    @Test func `one tap sent by many processes at once is one attempt`() throws {
      let keyway = try Keyway(house: House(maxUses: 5))
      for round in 0..<Campaigns.count(2, whole: 20) {
        let tap = "round-\(round)"
        let link = "xxx/k\(round)"
        let runs = try Lanes.together(
          (0..<Self.processes).map { _ in
            { try keyway.start(["tap", "send", link, "--tap", tap, "--format", "json"]) }
          })
        #expect(runs.allSatisfy { $0.status == 0 }, "\(runs.map(\.errors))")
        let answers = try runs.map { try $0.object }
        #expect(answers.count { $0["of"] == nil } == 1)
        #expect(answers.allSatisfy { ($0.text("of") ?? tap) == tap })
        let same = Set(answers.map { [$0.text("outcome"), $0.text("key"), $0.text("command")] })
        #expect(same == [["granted", "k\(round)", "new"]])
        #expect(runs.map(\.lockWords).reduce(0, +) == 1)
        #expect(try keyway.log().decisions(onTap: tap).count == 1)
        #expect(try keyway.uses(of: "k\(round)") == 1)
      }
      try keyway.expectSound("repeats")
    }

    @Test func `the same id with other content is a conflict and learns nothing`() throws {
      let keyway = try Keyway(house: House())
      let runs = try Lanes.together(
        (0..<Self.processes).map { i in
          { try keyway.start(["tap", "send", "xxx/k\(i % 2)", "--tap", "t", "--format", "json"]) }
        })
      let winners = Set(try runs.filter { $0.status == 0 }.map { try $0.object.text("key") })
      #expect(winners.count == 1, "\(winners)")
      for run in runs where run.status != 0 {
        let answer = try run.object
        #expect(run.status == 1 && answer.text("reason") == "tap_conflict")
        #expect(answer["key"] == nil && answer["door"] == nil && answer["of"] == nil)
      }
      #expect(runs.map(\.lockWords).reduce(0, +) == 1)
      let decisions = try keyway.log().decisions(onTap: "t")
      #expect(decisions.count { $0.text("outcome") == "granted" } == 1)
    }

    @Test func `many processes on a key with one use left open once`() throws {
      let keyway = try Keyway(house: House(maxUses: 1))
      for round in 0..<Campaigns.count(1, whole: 10) {
        let runs = try Lanes.together(
          (0..<20).map { _ in
            { try keyway.start(["tap", "send", "xxx/k\(round)", "--format", "json"]) }
          })
        #expect(runs.count { $0.status == 0 } == 1)
        let reasons = try runs.filter { $0.status != 0 }.map { try $0.object.text("reason") }
        #expect(reasons.allSatisfy { $0 == "uses_exhausted" }, "\(reasons)")
        #expect(runs.map(\.lockWords).reduce(0, +) == 1)
        #expect(try keyway.uses(of: "k\(round)") == 1)
      }
      try keyway.expectSound("one use")
    }
  }
}
