import KeywayCore
import Testing

@Suite struct LinkTests {
  @Test func `a link is resolved without the registry`() throws {
    let run = try Program().run("link", "resolve", "xxx/k1", "--format", "json")
    #expect(run.status == 0)
    #expect(run.output == #"{"form":"bare","key":"k1","outcome":"unlock"}"# + "\n")
  }

  @Test func `a rejected link ends with 1`() throws {
    let run = try Program().run("link", "resolve", "xxx/k1/x", "--format", "json")
    #expect(run.status == 1)
    #expect(run.output == #"{"outcome":"rejected","reason":"extra_segment"}"# + "\n")
    #expect(run.errors == "")
  }

  @Test func `lines are taken byte for byte`() throws {
    let lines: [[UInt8]] = [
      Array("keyway://open/search".utf8), Array("xxx/k1\r".utf8), [], [0x78, 0xFF],
      Array("xxx/a\0b".utf8), Array(repeating: 0x61, count: 3_000_000), Array("xxx/k1".utf8),
    ]
    let input = Array(lines.joined(separator: [0x0A]))
    let run = try Program().run(
      ["link", "resolve", "--stdin", "--format", "json"], input: input)
    #expect(run.status == 1)
    #expect(
      run.lines == [
        #"{"action":"search","form":"custom","outcome":"open"}"#,
        #"{"outcome":"rejected","reason":"control_char"}"#,
        #"{"outcome":"rejected","reason":"empty_input"}"#,
        #"{"outcome":"rejected","reason":"non_ascii"}"#,
        #"{"outcome":"rejected","reason":"control_char"}"#,
        #"{"outcome":"rejected","reason":"too_long"}"#,
        #"{"form":"bare","key":"k1","outcome":"unlock"}"#,
      ])
  }

  @Test func `standard input with good links only ends with 0, also when empty`() throws {
    let program = try Program()
    #expect(try program.run("link", "resolve", "--stdin", input: "xxx/k1\nxxx/k2\n").status == 0)
    #expect(try program.run("link", "resolve", "--stdin").status == 0)
  }

  @Test func `settings decide what is a link, and trackers and signatures are told`() throws {
    let program = try Program()
    let link = "https://unlock.example/u/k1?utm_source=x&fbclid=1&sig=a"
    #expect(try program.run("link", "resolve", link).status == 1)
    #expect(try program.run("config", "set", "link.hosts", "unlock.example").status == 0)
    let run = try program.run("link", "resolve", link, "--format", "json")
    #expect(run.status == 0)
    let object = try run.object
    #expect(object["signed"] == .bool(true))
    #expect(object["dropped"] == .array([.string("utm_source"), .string("fbclid")]))
    #expect(
      try program.run("link", "resolve", link).output
        == "unlock: key k1 (universal), signed, without utm_source, fbclid\n")
  }

  @Test func `links are printed in each form`() throws {
    let program = try Program.seeded()
    #expect(try program.run("link", "print", "k1").output == "keyway://unlock/k1\n")
    #expect(try program.run("link", "print", "k1", "--form", "bare").output == "xxx/k1\n")
    let none = try program.run("link", "print", "k1", "--form", "universal")
    #expect(none.status == 65)
    #expect(none.errors.contains("link.hosts"))
    #expect(try program.run("config", "set", "link.hosts", "a.example").status == 0)
    #expect(
      try program.run("link", "print", "k1", "--form", "universal", "--format", "json").output
        == #"{"form":"universal","key":"k1","link":"https://a.example/u/k1"}"# + "\n")
  }

  @Test func `an action has a link when its type is written like an id`() throws {
    let program = try Program.seeded()
    #expect(
      try program.run("link", "print", "search", "--action").output == "keyway://open/search\n")
    let spaced = try program.run("link", "print", "New Message", "--action")
    #expect(spaced.status == 65)
    #expect(spaced.output == "")
  }

  @Test func `a beginning of an id will do when it is the only one`() throws {
    let program = try Program.seeded()
    #expect(try program.run("link", "print", "on").output == "keyway://unlock/once\n")
    let several = try program.run("link", "print", "k")
    #expect(several.status == 65)
    #expect(
      several.errors
        == "keyway: several keys begin with 'k': 'k1', 'k2' and 'kdead'; write more of the id\n")
    let none = try program.run("link", "print", "k9")
    #expect(none.status == 66)
    #expect(none.errors == "keyway: there is no key 'k9'\n")
  }

  @Test func `a revoked key's link is printed with a warning`() throws {
    let run = try Program.seeded().run("link", "print", "gone")
    #expect(run.status == 0)
    #expect(run.output == "keyway://unlock/gone\n")
    #expect(run.errors == "keyway: the key 'gone' is revoked\n")
  }

  @Test(arguments: [
    ["print"], ["print", "k1", "--form", "bare", "--action"], ["resolve"],
    ["resolve", "xxx/k1", "--stdin"], ["print", "k1", "--form", "short"],
  ])
  func `what cannot be understood is wrong usage`(_ arguments: [String]) throws {
    #expect(try Program().run(["link"] + arguments, input: []).status == 64)
  }
}
