import KeywayCore
import Testing

@Suite struct ExplanationTests {
  @Test(arguments: Explanation.all)
  func `key show tells what a tap would be decided`(_ explanation: Explanation) throws {
    let program = try Program.seeded()
    for words in explanation.before { #expect(try program.run(words, input: []).status == 0) }
    let log = try program.log()
    let run = try program.run(
      ["key", "show", "--format", "json"] + explanation.words, input: [])
    #expect(run.status == 0)
    let decision = try #require(try run.object["decision"])
    #expect(
      String(decoding: CanonicalJSON.bytes(of: decision), as: UTF8.self) == explanation.decision)
    #expect(try program.log() == log)
  }

  @Test func `a device is asked about only together with a time`() throws {
    let run = try Program.seeded().run("key", "show", "k1", "--device", "phone-1")
    #expect(run.status == 64)
    #expect(run.errors.contains("--device needs --at TIME"))
  }

  @Test(arguments: [
    "2026-03-29T02:30", "2026-10-25T02:30",
  ])
  func `wall times that are not one instant are refused`(_ time: String) throws {
    let program = try Program.seeded()
    let run = try program.run("key", "show", "kdead", "--at", time)
    #expect(run.status == 65)
    #expect(run.errors.contains(time.hasPrefix("2026-03") ? "never show" : "twice"))
    let issue = try program.run(
      "key", "issue", "--door", "dead", "--everyone", "--valid-from", time)
    #expect(issue.status == 65)
  }
}
