import KeywayCore
import Testing

extension Campaigns {
  /// Standard streams that are closed, full, or read by nobody.
  @Suite struct StreamTests {
    private static let commands = [
      ["audit", "list"], ["key", "list"], ["export"], ["version"], ["--help"],
      ["key", "show", "k1", "--format", "json"], ["completions", "bash"],
    ]

    @Test(arguments: [">&-", ">/dev/full"])
    func `output that cannot be written is an error`(_ redirection: String) throws {
      let keyway = try Keyway(house: House())
      for command in Self.commands {
        let run = try keyway.run(shell: #""$@" \#(redirection)"#, command)
        #expect(run.status == 74, "\(command)")
        #expect(run.saidOneSentence && run.errors.contains("standard output"), "\(run.errors)")
      }
    }

    @Test(arguments: [["tap", "send"], ["holder", "add", "h", "--name"], ["link", "resolve"]])
    func `an argument that is not UTF-8 is refused, not repaired`(_ command: [String]) throws {
      let keyway = try Keyway(house: House())
      let log = try keyway.log()
      let run = try keyway.run(shell: #""$@" "$(printf 'xxx/k1\377')""#, command)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("argument \(command.count + 1) is not UTF-8"), "\(run.errors)")
      #expect(try keyway.log() == log)
    }

    @Test func `a reader that went away is not told anything`() throws {
      let keyway = try Keyway(house: House(keys: 3_000))
      for command in ["export", "key list", "audit list", "audit export"] {
        let run = try keyway.run(
          shell: #"{ "$@" \#(command); echo $? >&2; } | head -c 1 >/dev/null"#, [])
        #expect(run.errors == "74\n", "\(command): \(run.errors)")
      }
    }

    @Test func `a tap whose answer nobody can read opens the door all the same`() throws {
      let keyway = try Keyway(house: House())
      for (turn, redirection) in [">&-", ">/dev/full", ">&- 2>&-", "<&- >&- 2>&-"].enumerated() {
        let run = try keyway.run(
          shell: #""$@" \#(redirection)"#, ["tap", "send", "xxx/k\(turn)", "--tap", "t\(turn)"])
        #expect(run.status == 74, "\(redirection)")
        let log = try keyway.log()
        let command = try #require(log.decisions(onTap: "t\(turn)").first?.text("command"))
        let states = log.filter { $0.text("command") == command }.compactMap { $0.text("state") }
        #expect(states == ["sent", "acknowledged"], "\(redirection)")
      }
      try keyway.expectSound("closed streams")
    }

    @Test func `closed streams do no harm to files that take their numbers`() throws {
      let keyway = try Keyway(house: House())
      let site = try keyway.scratch.write(House(word: "New").text, as: "new.json")
      let ids = keyway.scratch.file("ids.json")
      for redirection in [">&-", "2>&-", "<&- >&- 2>&-"] {
        for command in [
          ["import", site], ["import", site, "--assign-ids", ids], ["key", "suspend", "k9"],
          ["tap", "replay", "--site", site, RecordedPair.smartLock.taps],
        ] {
          _ = try keyway.run(shell: #""$@" \#(redirection)"#, command)
        }
        #expect(try keyway.scratch.bytes(of: "keyway.db-lock").isEmpty, "\(redirection)")
        #expect(try keyway.scratch.bytes(of: "new.json") == Array(House(word: "New").text.utf8))
        let written = try String(decoding: keyway.scratch.bytes(of: "ids.json"), as: UTF8.self)
        #expect(try keyway.run("import", ids, "--dry-run").status == 0, "\(written)")
        try keyway.expectSound("\(redirection)")
      }
    }
  }
}
