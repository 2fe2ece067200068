import Foundation
import KeywayCore
import Testing

@Suite struct ImportCommandTests {
  private static let lists = ["doors", "holders", "devices", "keys", "actions"]

  @Test(arguments: ["smart-lock", "contacts", "delivery", "elements", "messages", "user-info"])
  func `a recording's site file is imported once`(_ name: String) throws {
    let program = try Program()
    let file = Program.recording("\(name).site.json")
    let first = try program.object("import", file)
    let (registry, log) = (try program.exported(), try program.log())
    let second = try program.object("import", file)
    for list in Self.lists {
      #expect(first.at("\(list).kept") == .integer(0))
      #expect(first.at("\(list).added") == second.at("\(list).kept"))
      #expect(second.at("\(list).added") == .integer(0))
      #expect(second.at("\(list).changed") == .integer(0))
    }
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
    #expect(!log.isEmpty)
  }

  @Test func `what operators did is not undone by importing the old file again`() throws {
    let program = try Program()
    let file = program.scratch.file("site.json")
    let site = """
      {"keyway":1,"doors":[{"id":"front","name":"Front","timeZone":"Asia/Tokyo"}],
       "holders":[{"id":"h1","name":"Aoi"}],
       "keys":[{"id":"k1","door":"front","holder":"h1","name":"Front"},
               {"id":"k2","door":"front","holder":null,"name":"Guests"}]}
      """
    try site.write(toFile: file, atomically: true, encoding: .utf8)
    try program.succeed("import", file)
    try program.succeed("holder", "suspend", "h1")
    try program.succeed("key", "revoke", "k2")
    try program.succeed("door", "mode", "locked_down", "front")
    let (registry, log) = (try program.exported(), try program.log())
    try program.succeed("import", file)
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
    #expect(try program.object("door", "show", "front")["mode"] == .string("locked_down"))
  }

  @Test func `keys for everyone are named, and standard input is read`() throws {
    let program = try Program()
    let site = """
      {"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"Asia/Tokyo"}],
       "keys":[{"id":"open","door":"d","holder":null,"name":"D"}]}
      """
    let run = try program.run("import", "-", input: site)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("keys for everyone: open\n"))
    #expect(run.lines[1].split(separator: " ") == ["doors", "1", "0", "0"])
  }

  @Test func `a dry run changes nothing and says what would change`() throws {
    let program = try Program()
    let empty = try program.exported()
    let run = try program.run(
      "import", Program.recording("smart-lock.site.json"), "--dry-run", "--format", "json")
    #expect(run.status == 0)
    #expect(run.errors == "dry run: nothing was changed\n")
    #expect(try run.object.at("doors.added") != .integer(0))
    #expect(try program.exported() == empty)
  }

  @Test func `ids are assigned once and written back`() throws {
    let program = try Program()
    let file = program.scratch.file("site.json")
    let site = #"{"keyway":1,"holders":[{"name":"Aoi"},{"id":"h2","name":"Ren"}]}"#
    try site.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try program.run("import", file).status == 65)
    try program.succeed("import", file, "--assign-ids", file, "--dry-run")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == site)
    let first = try program.object("import", file, "--assign-ids", file)
    #expect(first.at("holders.added") == .integer(2))
    let second = try program.object("import", file)
    #expect(second.at("holders.kept") == .integer(2))
  }

  @Test func `a bad file with missing ids is not written back`() throws {
    let program = try Program()
    let (file, out) = (program.scratch.file("site.json"), program.scratch.file("out.json"))
    let site = #"{"keyway":1,"holders":[{"name":"Aoi"},{"name":5}]}"#
    try site.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try program.run("import", file, "--assign-ids", out).status == 65)
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `an export into a file imports as the same registry`() throws {
    let (program, other) = (try Program(), try Program())
    try program.succeed("import", Program.recording("smart-lock.site.json"))
    let file = program.scratch.file("out.json")
    try program.succeed("export", "--output", file)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))) == program.exported())
    try other.succeed("import", file)
    #expect(try other.exported() == program.exported())
  }

  @Test(arguments: ["site", "recording", "set"])
  func `schemas are printed without a database`(_ name: String) throws {
    let program = try Program()
    #expect(try program.run("schema", name).object["$schema"] != nil)
    #expect(try program.scratch.names == [])
  }
}
