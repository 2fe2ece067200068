import KeywayCore
import Testing

@Suite struct RecordCommandTests {
  @Test func `a door is added, listed, shown, edited and removed`() throws {
    let program = try Program()
    let added = try program.object(
      "door", "add", "front", "--name", "Front", "--site", "Head office", "--time-zone",
      "Asia/Tokyo", "--exceptions", "2026-05-05,2026-01-01", "--lock", "simulator")
    #expect(
      CanonicalJSON.text(of: added)
        == #"{"confirm":"never","exceptions":["2026-01-01","2026-05-05"],"id":"front","localizations":null,"lock":{"#
        + #""driver":"simulator"},"mode":"normal","name":"Front","site":"Head office","#
        + #""timeZone":"Asia/Tokyo"}"#)
    #expect(try program.object("door", "show", "f") == added)
    let edited = try program.object("door", "edit", "front", "--no-site", "--confirm", "links")
    var expected = added
    expected["site"] = .null
    expected["confirm"] = .string("links")
    #expect(edited == expected)
    #expect(try program.column("id", of: "door", "list") == [.string("front")])
    #expect(try program.column("id", of: "door", "list", "--mode", "disabled") == [])
    let removed = try program.object("door", "remove", "front")
    #expect(removed == ["id": .string("front"), "state": .string("removed")])
    #expect(try program.column("id", of: "door", "list") == [])
    #expect(try program.column("id", of: "door", "list", "--removed") == [.string("front")])
  }

  @Test func `a mode is set by door, by site and everywhere`() throws {
    let program = try Program()
    for (id, site) in [("a", "One"), ("b", "One"), ("c", "Two")] {
      try program.succeed(
        "door", "add", id, "--name", id, "--time-zone", "Asia/Tokyo", "--site", site)
    }
    let one = try program.run("door", "mode", "disabled", "--site", "One")
    #expect(one.output == "door a: disabled\ndoor b: disabled\n")
    #expect(try program.column("mode", of: "door", "mode", "locked_down", "--all").count == 3)
    #expect(
      try program.run("door", "mode", "locked_down", "c").output == "door c: unchanged\n")
    #expect(try program.run("door", "mode", "normal", "a", "--all").status == 64)
    #expect(try program.run("door", "mode", "normal").status == 64)
    #expect(try program.run("door", "mode", "normal", "--site", "Three").status == 66)
  }

  @Test func `an id is made up when none is given`() throws {
    let program = try Program()
    let holder = try program.object("holder", "add", "--name", "Aoi")
    guard case .string(let id)? = holder["id"] else {
      Issue.record("no id")
      return
    }
    #expect(id.utf8.count == 26)
    #expect(try program.object("holder", "show", id) == holder)
  }

  @Test func `devices and holders are suspended and resumed`() throws {
    let program = try Program.seeded()
    let device = try program.object(
      "device", "edit", "phone-2", "--holder", "h", "--language", "ja")
    #expect(device["holder"] == .string("h1"))
    #expect(
      try program.object("device", "edit", "phone-2", "--shortcut-limit", "all")["shortcutLimit"]
        == .string("all"))
    #expect(
      try program.object("device", "edit", "phone-2", "--no-shortcut-limit", "--no-holder")
        == [
          "id": .string("phone-2"), "holder": .null, "platform": .string("ios"),
          "shortcutLimit": .integer(4), "language": .string("ja"), "state": .string("active"),
        ])
    #expect(try program.object("device", "suspend", "phone-1")["state"] == .string("suspended"))
    #expect(
      try program.column("id", of: "device", "list", "--state", "suspended") == [
        .string("phone-1")
      ])
    #expect(try program.run("device", "resume", "phone-1").output == "device phone-1: resumed\n")
    try program.succeed("holder", "suspend", "h1")
    #expect(try program.run("tap", "send", "xxx/k2", "--device", "phone-1").status == 1)
    try program.succeed("holder", "resume", "h1")
    #expect(try program.run("tap", "send", "xxx/k2", "--device", "phone-1").status == 0)
  }

  @Test func `an icon is edited name by name`() throws {
    let program = try Program()
    let added = try program.object(
      "action", "add", "New Message", "--title", "Write", "--screen", "compose", "--static",
      "--icon-type", "compose", "--user-info", #"{"n":{"$real":"1.0"}}"#)
    #expect(added.at("icon.type") == .string("compose"))
    #expect(added.at("userInfo.n") == .object(["$real": .string("1.0")]))
    let edited = try program.object(
      "action", "edit", "New Message", "--icon-system-image-name", "pencil", "--no-static")
    #expect(edited.at("icon.type") == .string("compose"))
    #expect(edited.at("icon.systemImageName") == .string("pencil"))
    #expect(edited["static"] == .bool(false))
    let bare = try program.object(
      "action", "edit", "New", "--no-icon-type", "--no-icon-system-image-name")
    #expect(bare["icon"] == .null)
    #expect(try program.column("title", of: "action", "list") == [.string("Write")])
  }

  @Test func `a dry run changes nothing and makes no entry`() throws {
    let program = try Program.seeded()
    let (registry, log) = (try program.exported(), try program.log())
    for words in [
      ["door", "add", "x", "--name", "X", "--time-zone", "Asia/Tokyo"],
      ["door", "edit", "front", "--name", "X"], ["door", "mode", "disabled", "--all"],
      ["action", "remove", "search"], ["device", "suspend", "phone-1"],
      ["key", "issue", "--door", "front", "--everyone"], ["key", "edit", "k1", "--rank", "-1"],
      ["key", "revoke", "k1", "k2"], ["key", "suspend", "k1", "k2"], ["holder", "suspend", "h1"],
      ["holder", "offboard", "h1"], ["holder", "erase", "h1"],
      ["door", "mode", "locked_down", "--site", "Head office"],
    ] {
      let run = try program.run(words + ["--dry-run"], input: [])
      #expect(run.status == 0)
      #expect(run.errors == "dry run: nothing was changed\n")
      #expect(run.output != "")
    }
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
  }

  @Test func `each change is an entry with its verb and reason`() throws {
    let program = try Program()
    let because = ["--because", "drill"]
    for words in [
      ["holder", "add", "h", "--name", "Aoi"], ["holder", "edit", "h", "--name", "Ren"],
      ["holder", "suspend", "h"], ["holder", "resume", "h"], ["holder", "remove", "h"],
      ["door", "add", "d", "--name", "D", "--time-zone", "Asia/Tokyo"],
      ["door", "mode", "disabled", "d"], ["key", "issue", "k", "--door", "d", "--everyone"],
      ["key", "suspend", "k"], ["key", "revoke", "k"], ["holder", "add", "g", "--name", "Ren"],
      ["device", "add", "p", "--holder", "g"], ["device", "suspend", "p"],
      ["device", "resume", "p"], ["device", "remove", "p"], ["holder", "offboard", "g"],
      ["holder", "erase", "g"],
    ] {
      #expect(try program.run(words + because, input: []).status == 0)
    }
    let entries = try program.run("audit", "list", "--format", "json").objects
    #expect(
      entries.map { $0["verb"] }
        == [
          "add", "edit", "suspend", "resume", "remove", "add", "mode", "add", "suspend",
          "revoke", "add", "add", "suspend", "resume", "remove", "suspend",
          "erase",
        ].map { .string($0) })
    #expect(entries.allSatisfy { $0.at("because.hmac") != nil })
    let exported = try program.run("audit", "export")
    for text in ["Aoi", "Ren", "drill"] { #expect(!exported.output.contains(text)) }
  }

  @Test func `a holder who leaves loses keys and devices, and nothing twice`() throws {
    let program = try Program.seeded()
    try program.succeed("key", "issue", "k3", "--door", "front", "--holder", "h1")
    #expect(try program.run("tap", "send", "xxx/k2", "--device", "phone-1").status == 0)
    let rehearsed = try program.run("holder", "offboard", "h", "--dry-run")
    let run = try program.run("holder", "offboard", "h", "--because", "left")
    #expect(run.status == 0)
    #expect(
      run.output
        == "holder h1: suspended\ndevice phone-1: removed\nkey k2: revoked\nkey k3: revoked\n")
    #expect(rehearsed.output == run.output)
    for link in ["xxx/k2", "xxx/k1"] {
      #expect(try program.run("tap", "send", link, "--device", "phone-1").status == 1)
    }
    #expect(try program.run("tap", "send", "xxx/k1").status == 0)
    let log = try program.log()
    let again = try program.run("holder", "offboard", "h1", "--format", "json")
    #expect(again.output == #"{"id":"h1","name":"Aoi","state":"suspended"}"# + "\n")
    #expect(try program.run("holder", "offboard", "h1").output == "holder h1: unchanged\n")
    #expect(try program.log() == log)
    try program.succeed("holder", "remove", "h1")
    let gone = try program.run("holder", "offboard", "h1")
    #expect(gone.status == 65)
    #expect(gone.errors == "keyway: holder 'h1' was removed\n")
  }

  @Test func `phones are listed by what they acknowledged`() throws {
    let program = try Program.seeded()
    #expect(try program.column("id", of: "device", "list", "--stale").count == 2)
    #expect(try program.column("id", of: "device", "list", "--holding", "k2") == [])
    try program.succeed("shortcut", "issue", "phone-1")
    #expect(
      try program.run("shortcut", "ack", "phone-1", "1").status == 0)
    #expect(
      try program.column("id", of: "device", "list", "--stale") == [.string("phone-2")])
    #expect(
      try program.column("id", of: "device", "list", "--holding", "k2") == [.string("phone-1")])
  }
}

extension CanonicalJSON {
  fileprivate static func text(of object: JSONObject) -> String {
    String(decoding: bytes(of: .object(object)), as: UTF8.self)
  }
}
