import Foundation
import KeywayCore
import Testing

@testable import KeywayCommands

@Suite struct ProgramTests {
  @Test func `version touches no database`() throws {
    let program = try Program()
    #expect(try program.run("version").output == "keyway 0.1.0\n")
    let object = try program.run(
      "version", "--format", "json", environment: ["KEYWAY_DATABASE": "/proc/none"]
    ).object
    #expect(object["keyway"] == .string("0.1.0"))
    #expect(object["sqlite"]?.kind == "a string")
    #expect(
      object["tz"] != .string("unknown")
        || !FileManager.default.fileExists(
          atPath: "/usr/share/zoneinfo/tzdata.zi")
    )
    #expect(try program.scratch.names == [])
  }

  @Test(arguments: ["# version 2031c\n", "2031c\n"])
  func `the version of the tz database is what its files say`(_ text: String) throws {
    let program = try Program()
    let name = text.hasPrefix("#") ? "tzdata.zi" : "+VERSION"
    let environment = ["TZDIR": program.scratch.path]
    let unknown = try program.run("version", "--format", "json", environment: environment)
    #expect(try unknown.object["tz"] == .string("unknown"))
    try text.write(toFile: program.scratch.file(name), atomically: true, encoding: .utf8)
    let run = try program.run("version", "--format", "json", environment: environment)
    #expect(try run.object["tz"] == .string("2031c"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions know the nouns`(_ shell: String) throws {
    let program = try Program()
    let run = try program.run("completions", shell)
    #expect(run.status == 0)
    #expect(run.output.contains("shortcut"))
    #expect(try program.scratch.names == [])
  }

  @Test func `help goes to standard output, mistakes to standard error`() throws {
    let program = try Program()
    let help = try program.run("tap", "send", "--help")
    #expect(help.status == 0)
    #expect(help.errors == "")
    #expect(help.output.hasPrefix("usage: keyway tap send"))
    let mistake = try program.run("tap", "sned")
    #expect(mistake.status == 64)
    #expect(mistake.output == "")
    #expect(mistake.errors.contains("did you mean 'send'?"))
    #expect(try program.run().status == 64)
  }

  @Test func `output that nobody takes is an error`() throws {
    let program = try Program()
    for arguments in [["version"], ["--help"], ["config", "list"]] {
      let run = try program.run(arguments, input: [], output: "/dev/full")
      #expect(run.status == 74)
      #expect(run.errors == "keyway: standard output: No space left on device\n")
    }
  }

  @Test func `control characters in messages are escaped`() throws {
    let program = try Program()
    let path = program.scratch.file("none/\u{1B}[31m")
    let run = try program.run("--database", path, "config", "list")
    #expect(run.status == 66)
    #expect(run.errors.contains(#"/none/\u{1b}[31m"#))
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test(arguments: FailureVector.all)
  func `each failure has its status`(_ vector: FailureVector) {
    #expect(Failure(vector.error).status == vector.status)
  }

  @Test func `the declarations hold together`() {
    #expect(KeywayTree.tree.problems == [])
  }
}
