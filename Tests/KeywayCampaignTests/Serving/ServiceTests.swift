import Foundation
import KeywayCore
import Testing

extension Campaigns {
  @Suite(.enabled(if: Service.hasClient, "needs the package python3")) struct ServiceTests {
    private static let phones = 8

    /// A house with a token for each of its phones.
    private static func keyway() throws -> (Keyway, tokens: String) {
      let keyway = try Keyway(house: House(doors: 8, phones: phones, keys: 40))
      try keyway.lift()
      var tokens = ""
      for phone in 0..<phones {
        let run = try keyway.run("token", "issue", "--role", "device", "--device", "p\(phone)")
        try keyway.expectDone(run)
        tokens += run.output
      }
      return (keyway, try keyway.scratch.write(tokens, as: "tokens"))
    }

    private static func notes(_ path: String) throws -> [[String]] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
    }

    /// How often each tap has a decision in the log, by its id.
    private static func decisions(_ keyway: Keyway) throws -> [String: [String]] {
      var decisions: [String: [String]] = [:]
      for line in try keyway.run("audit", "export").output.split(separator: "\n") {
        guard case .object(let entry) = try JSONValue(parsing: Array(line.utf8).span),
          entry["kind"] == .string("decision"), case .string(let tap)? = entry["tap"],
          case .string(let outcome)? = entry["outcome"]
        else { continue }
        decisions[tap, default: []].append(outcome)
      }
      return decisions
    }

    @Test func `what was answered is in the log, and what is sent again is decided once`() throws {
      let (keyway, tokens) = try Self.keyway()
      let notes = try keyway.scratch.write("", as: "notes")
      var dice = Dice()
      for round in 0..<Campaigns.count(5, whole: 50) {
        let service = try Service(keyway)
        let clients = try service.startPhones(keyway, tokens, notes, "100000", "r\(round)")
        usleep(UInt32.random(in: 100_000..<900_000, using: &dice))
        try service.kill()
        _ = try clients.wait()
        let next = try Service(keyway)
        _ = try next.startPhones(keyway, tokens, notes, "0", "again").wait()
        #expect(try next.stop().status == 0)
      }
      let lines = try Self.notes(notes)
      let sent = Set(lines.filter { $0[0] == "sent" }.map { $0[1] })
      let answers = lines.filter { $0[0] == "answered" }
      #expect(lines.filter { $0[0] == "failed" } == [])
      #expect(sent.count > 100 && Set(answers.map { $0[1] }) == sent, "seed \(dice.seed)")
      let decisions = try Self.decisions(keyway)
      for answer in answers {
        #expect(decisions[answer[1]] == [answer[2]], "\(answer), seed \(dice.seed)")
      }
      #expect(decisions.count == sent.count)
      #expect(try keyway.run("audit", "verify").status == 0)
    }

    @Test func `a service that is asked to stop answers what it has taken in`() throws {
      let (keyway, tokens) = try Self.keyway()
      let notes = try keyway.scratch.write("", as: "notes")
      let service = try Service(keyway)
      let clients = try service.startPhones(keyway, tokens, notes, "100000", "s")
      usleep(500_000)
      let run = try service.stop()
      #expect(run.status == 0, "\(run.errors.suffix(500))")
      _ = try clients.wait()
      let decisions = try Self.decisions(keyway)
      let answers = try Self.notes(notes).filter { $0[0] == "answered" }
      #expect(answers.count > 10)
      #expect(decisions.count == answers.count)
      #expect(try keyway.run("audit", "verify").status == 0)
    }
  }
}
