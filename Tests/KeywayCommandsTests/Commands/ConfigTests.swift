import KeywayCore
import Testing

@Suite struct ConfigTests {
  @Test func `a setting is set, read and put back, with one entry for each change`() throws {
    let program = try Program()
    #expect(try program.run("config", "get", "link.bare").output == "xxx\n")
    #expect(try program.run("config", "set", "link.bare", "go").output == "link.bare = go\n")
    #expect(
      try program.run("config", "set", "link.bare", "go").output
        == "link.bare = go (unchanged)\n")
    #expect(
      try program.run("config", "get", "link.bare", "--format", "json").output
        == #"{"default":"xxx","name":"link.bare","set":true,"value":"go"}"# + "\n")
    #expect(try program.run("link", "resolve", "go/k1").status == 0)
    #expect(try program.run("config", "unset", "link.bare").output == "link.bare = xxx\n")
    #expect(try program.run("link", "resolve", "go/k1").status == 1)
    let log = try program.run("audit", "list", "--format", "json").objects
    #expect(log.count == 2)
    #expect(log.first?["object"] == .string("setting"))
    #expect(log.first?["id"] == .string("link.bare"))
    #expect(log.first?["set"] == .object(["value": .string("go")]))
    #expect(log.last?["set"] == .object(["value": .null]))
  }

  @Test func `all settings are listed`() throws {
    let program = try Program()
    let objects = try program.run("config", "list", "--format", "json").objects
    #expect(objects.first?["name"] == .string("link.bare"))
    #expect(try program.run("config", "list").lines.count == objects.count + 1)
  }

  @Test(arguments: [
    ["link.bare", "a/b"], ["link.bare", ""], ["link.schemes", "https"], ["link.schemes", ""],
    ["link.schemes", "keyway,KEYWAY"], ["link.hosts", "a.example,A.example"],
    ["link.hosts", "a.example:443"], ["tap.maxAge", "30"], ["tap.maxAge", "0s"],
    ["link.appleApps", "com.example.app"], ["link.androidApps", "com.example.app"],
    ["tap.maxAge", "10m"], ["tap.remember", "1m"], ["command.deadline", "2m"],
  ])
  func `a value that nothing could work with is refused`(_ arguments: [String]) throws {
    let program = try Program()
    let run = try program.run(["config", "set"] + arguments, input: [])
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("keyway: "))
    #expect(try program.run("audit", "export").output == "")
  }

  @Test func `a dry run checks and changes nothing`() throws {
    let program = try Program()
    #expect(
      try program.run("config", "set", "link.bare", "go", "--dry-run", "--format", "json").output
        == #"{"changed":true,"name":"link.bare","value":"go"}"# + "\n")
    #expect(try program.run("config", "get", "link.bare").output == "xxx\n")
    #expect(try program.run("config", "set", "link.bare", "a/b", "--dry-run").status == 65)
  }

  @Test func `a setting that does not exist is wrong usage, with a suggestion`() throws {
    let run = try Program().run("config", "get", "link.host")
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean 'link.hosts'?"))
  }
}
