import KeywayCore
import Testing

@Suite struct KeyCommandTests {
  @Test func `a key is issued with every field, and its name is the door's`() throws {
    let program = try Program.seeded()
    let key = try program.object(
      "key", "issue", "new", "--door", "fr", "--holder", "h1", "--valid-from", "2026-03-02T08:00",
      "--for", "3d", "--days", "mon-fri", "--hours", "08:00-18:00", "--days", "sat,sun", "--hours",
      "22:00-02:00", "--max-uses", "5", "--rank", "-2", "--subtitle", "Guests", "--icon-type",
      "home", "--user-info", #"{"a":[1,true]}"#)
    #expect(key["name"] == .string("Front door"))
    #expect(key["holder"] == .string("h1"))
    #expect(key["validFrom"] == .string("2026-03-01T23:00:00.000Z"))
    #expect(key["validUntil"] == .string("2026-03-04T23:00:00.000Z"))
    #expect(key["maxUses"] == .integer(5))
    #expect(key["rank"] == .integer(-2))
    #expect(key.at("shortcut.subtitle") == .string("Guests"))
    #expect(key.at("shortcut.icon.type") == .string("home"))
    #expect(key.at("shortcut.userInfo.a") == .array([.integer(1), .bool(true)]))
    #expect(
      try key["schedule"]
        == JSONValue(
          parsing: #"""
            [{"days":["mon","tue","wed","thu","fri"],"from":"08:00","until":"18:00"},
             {"days":["sat","sun"],"from":"22:00","until":"02:00"}]
            """#.utf8.span))
    var shown = try program.object("key", "show", "new")
    #expect(shown["uses"] == .integer(0))
    shown["uses"] = nil
    #expect(shown == key)
  }

  @Test func `an edit clears and sets what it names and leaves the rest`() throws {
    let program = try Program.seeded()
    var key = try program.object(
      "key", "issue", "new", "--door", "front", "--everyone", "--valid-until", "2030-01-01",
      "--max-uses", "5", "--subtitle", "A", "--icon-type", "home", "--days", "mon")
    #expect(key["validUntil"] == .string("2029-12-31T15:00:00.000Z"))
    key["validUntil"] = .null
    key["maxUses"] = .null
    key["holder"] = .string("h1")
    key["schedule"] = .array([])
    key["shortcut"] = .object([
      "icon": .object(["type": .string("home")]), "subtitle": .null, "userInfo": .object([:]),
    ])
    let edited = try program.object(
      "key", "edit", "new", "--no-valid-until", "--no-max-uses", "--holder", "h1", "--no-schedule",
      "--subtitle", "")
    #expect(edited == key)
    let site = try program.object("key", "edit", "new", "--site-subtitle", "--no-icon-type")
    #expect(site["shortcut"] == .null)
    #expect(try program.object("key", "edit", "new", "--everyone")["holder"] == .null)
  }

  @Test func `several keys are revoked at once, or none`() throws {
    let program = try Program.seeded()
    let registry = try program.exported()
    #expect(try program.run("key", "revoke", "k1", "nope").status == 66)
    #expect(try program.exported() == registry)
    let run = try program.run("key", "revoke", "k1", "k2", "gone", "--because", "moved")
    #expect(run.output == "key k1: revoked\nkey k2: revoked\nkey gone: unchanged\n")
    #expect(
      try program.column("id", of: "key", "list", "--state", "revoked") == [
        .string("gone"), .string("k1"), .string("k2"),
      ])
    #expect(try program.run("tap", "send", "xxx/k1").status == 1)
    #expect(try program.run("key", "resume", "k1").status == 65)
  }

  @Test func `keys are listed by door, holder and state`() throws {
    let program = try Program.seeded()
    #expect(
      try program.column("id", of: "key", "list", "--holder", "h1") == [.string("k2")])
    #expect(try program.column("id", of: "key", "list", "--door", "dead") == [.string("kdead")])
    #expect(try program.column("id", of: "key", "list", "--everyone").count == 4)
    try program.succeed("key", "edit", "k2", "--valid-from", "2026-03-02")
    let table = try program.run("key", "list", "--holder", "h1")
    #expect(table.lines.last?.contains("2026-03-02T00:00:00+09:00") == true)
    #expect(try program.run("key", "list", "--door", "front").output.contains("everyone"))
  }

  @Test func `charged uses are shown`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/once").status == 0)
    #expect(try program.object("key", "show", "once")["uses"] == .integer(1))
    let decision = try program.object("key", "show", "once", "--at", "2026-03-02T08:00")
    #expect(decision.at("decision.reason") == .string("uses_exhausted"))
  }
}
