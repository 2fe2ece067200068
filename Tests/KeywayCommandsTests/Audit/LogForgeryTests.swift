import Foundation
import KeywayCore
import Testing

@Suite struct LogForgeryTests {
  /// A log of 1,600 entries, six whole tiles and a quarter of one, and a file outside of it with a
  /// checkpoint of all of them.
  private func promised() throws -> (program: Program, checkpoint: String) {
    let program = try Program()
    let keys = (0..<1_599).map { #"{"id":"k\#($0)","door":"d","holder":null,"name":"k"}"# }
    let site = """
      {"keyway":1,"doors":[{"id":"d","name":"d","timeZone":"UTC"}],
      "keys":[\(keys.joined(separator: ","))]}
      """
    let imported = try program.run("import", "-", input: site, output: "/dev/null")
    try #require(imported.status == 0, "\(imported.errors)")
    let file = program.scratch.file("monday.checkpoint")
    try #require(try program.run("audit", "checkpoint", output: file).status == 0)
    return (program, file)
  }

  private func expect(_ finding: Forgery.Finding?, _ run: Program.Run) throws {
    guard let finding else {
      #expect(run.status == 0, "\(run.output)")
      #expect(try run.object["outcome"] == .string("holds"))
      return
    }
    #expect(run.status == 1)
    #expect(
      try run.object == [
        "outcome": .string("fails"), "seq": .integer(finding.sequence),
        "reason": .string(finding.words),
      ], "\(run.output)")
  }

  @Test(arguments: Forgery.all)
  func `what was forged is named, or an earlier checkpoint tells`(_ forgery: Forgery) throws {
    let (program, checkpoint) = try promised()
    let verify = ["audit", "verify", "--format", "json"]
    #expect(try program.run(verify, input: []).object["entries"] == .integer(1_600))
    let forger = try LogForger(program.database)
    try forgery.forge(forger)
    try forger.leave()
    try expect(forgery.alone, program.run(verify, input: []))
    try expect(
      forgery.promised, program.run(verify + ["--checkpoint", checkpoint], input: []))
  }

  @Test func `a log written anew contradicts its own signature`() throws {
    let (program, checkpoint) = try promised()
    let forger = try LogForger(program.database)
    try forger.swap(700, 900)
    try forger.rebuildNodes()
    try forger.sign(with: forger.ownKey)
    try forger.leave()
    let again = try program.run("audit", "checkpoint").output
    let before = try String(contentsOfFile: checkpoint, encoding: .utf8)
    // Origin and size are the same, the roots are not, and one key signed both.
    let (old, new) = (before.split(separator: "\n"), again.split(separator: "\n"))
    #expect(old[0] == new[0] && old[1] == new[1] && old[2] != new[2])
    for (name, note) in [("old", before), ("new", again)] {
      let file = program.scratch.file(name)
      try note.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try program.run("audit", "verify", "--checkpoint", file)
      #expect(run.status == (name == "old" ? 1 : 0), "\(run.output)\(run.errors)")
    }
  }
}
