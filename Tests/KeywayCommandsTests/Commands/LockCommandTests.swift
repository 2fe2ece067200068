import Foundation
import KeywayCore
import Testing

@Suite struct LockCommandTests {
  /// Doors whose locks answer as they are named, one with a journal, and one behind a broker.
  private static func program() throws -> Program {
    let program = try Program()
    let names = ["refused", "jammed", "offline", "acknowledged"]
    let doors = names.map { name in
      """
      {"id":"\(name)","name":"\(name)","timeZone":"Asia/Tokyo","lock":{"driver":"simulator",\
      "answers":"\(name)","journal":"\(program.scratch.file(name))"}}
      """
    }
    let keys = (names + ["far"]).map {
      #"{"id":"k-\#($0)","door":"\#($0)","name":"K","maxUses":5}"#
    }
    let site = """
      {"keyway":1,"doors":[\(doors.joined(separator: ",")),
      {"id":"far","name":"Far","timeZone":"Asia/Tokyo","lock":{"driver":"webhook",
      "url":"https://example.com/lock","secretFile":"/nowhere"}}],
      "keys":[\(keys.joined(separator: ","))]}
      """
    let run = try program.run(["import", "-"], input: Array(site.utf8))
    try #require(run.status == 0, "\(run.errors)")
    return program
  }

  private func told(_ door: String, _ program: Program) -> Int {
    let text = try? String(contentsOfFile: program.scratch.file(door), encoding: .utf8)
    return text?.split(separator: "\n").count { $0.contains(#""reached":true"#) } ?? 0
  }

  @Test func `a word to several doors is answered per door, and the status says partial`() throws {
    let program = try Self.program()
    let run = try program.run(
      "door", "unlock", "acknowledged", "offline", "jammed", "--because", "fire drill",
      "--format", "json")
    #expect(run.status == 1)
    #expect(
      try run.objects.map { $0.text("state") } == ["acknowledged", "failed", "failed"])
    #expect(
      try run.objects.map { $0.text("detail") } == [nil, "lock_offline", "jammed"])
    #expect(told("acknowledged", program) == 1)
    #expect(told("offline", program) == 0)
    #expect(try program.run("door", "lock", "acknowledged").status == 0)
    #expect(try program.run("door", "hold", "refused", "jammed").status == 69)
    _ = try program.run("door", "mode", "locked_down", "acknowledged")
    #expect(try program.run("door", "unlatch", "acknowledged").status == 1)
    #expect(told("acknowledged", program) == 2)
    let entries = try program.run("audit", "list", "--format", "json").objects
    let orders = entries.filter { $0.text("verb") == "unlock" && $0.text("object") == "door" }
    #expect(orders.count == 3)
    #expect(orders.allSatisfy { $0.text("actor") != nil && $0["because"] != nil })
    #expect(try program.run("audit", "verify").status == 0)
  }

  @Test func `a rehearsal tells no lock`() throws {
    let program = try Self.program()
    let run = try program.run("door", "unlock", "acknowledged", "--dry-run")
    #expect(run.output == "acknowledged: granted\n")
    #expect(told("acknowledged", program) == 0)
  }

  @Test(arguments: [("acknowledged", 0), ("refused", 69), ("jammed", 69), ("offline", 69)])
  func `with --wait the status is the lock's`(_ door: String, _ status: Int32) throws {
    let program = try Self.program()
    let tap = ["tap", "send", "xxx/k-\(door)", "--tap", "t"]
    #expect(try program.run(tap + ["--wait"], input: []).status == status)
    // Without it the decision's; a repeat tells no lock again, and with it has the first's end.
    #expect(try program.run(tap, input: []).status == 0)
    #expect(try program.run(tap + ["--wait"], input: []).status == status)
    #expect(told(door, program) == (door == "offline" ? 0 : 1))
    let uses = try program.run("key", "show", "k-\(door)", "--format", "json").object["uses"]
    #expect(uses == .integer(door == "offline" ? 0 : 1))
  }

  @Test func `locks are listed with what they reported, and asked without being moved`() throws {
    let program = try Self.program()
    #expect(try program.run("lock", "test", "acknowledged").output == "acknowledged: locked\n")
    _ = try program.run("door", "unlock", "acknowledged", "jammed", "refused")
    let states = try program.run("lock", "list", "--format", "json").objects
    #expect(
      Dictionary(uniqueKeysWithValues: states.map { ($0.text("door"), $0.text("state")) }) == [
        "acknowledged": "unlocked", "far": "unknown", "jammed": "jammed", "offline": "unknown",
        "refused": "unknown",
      ])
    #expect(try program.run("lock", "list").output.contains("jammed"))
    #expect(told("acknowledged", program) == 1)
    #expect(try program.run("lock", "test", "nowhere").status == 66)
  }
}
