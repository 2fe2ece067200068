import Foundation
import KeywayCore
import Testing

@Suite struct TapSendTests {
  @Test func `a granted link ends with 0 and the lock is told once`() throws {
    let run = try Program.seeded().run("tap", "send", "xxx/k1", "--tap", "t1", "--format", "json")
    #expect(run.status == 0)
    let object = try run.object
    #expect(object["outcome"] == .string("granted"))
    #expect(object["command"] == .string("new"))
    #expect(object["door"] == .string("front"))
    #expect(object["tap"] == .string("t1"))
    #expect(object["showing"] == nil)
    #expect(run.errors.components(separatedBy: "simulator: front: unlock (command 0").count == 2)
    #expect(run.errors.hasSuffix("front: acknowledged\n"))
    #expect(Array(run.bytes) == CanonicalJSON.bytes(of: .object(object)) + [0x0A])
  }

  @Test func `a repeat has its first one's answer and status, and tells no lock`() throws {
    let program = try Program.seeded()
    for (target, status) in [("xxx/k1", Int32(0)), ("xxx/gone", 1)] {
      let tap = "tap-of-\(status)"
      #expect(try program.run("tap", "send", target, "--tap", tap).status == status)
      let repeated = try program.run("tap", "send", target, "--tap", tap, "--format", "json")
      #expect(repeated.status == status)
      #expect(repeated.errors == "")
      #expect(try repeated.object["of"] == .string(tap))
    }
    #expect(try program.run("audit", "list", "--outcome", "granted").lines.count == 2)
  }

  @Test func `the same id with other content is a conflict`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t1").status == 0)
    let other = try program.run("tap", "send", "xxx/once", "--tap", "t1", "--format", "json")
    #expect(other.status == 1)
    #expect(try other.object["reason"] == .string("tap_conflict"))
  }

  @Test func `a tap id belongs to its sender`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t1").status == 0)
    let other = try program.run(
      "tap", "send", "xxx/once", "--tap", "t1", "--device", "phone-1", "--format", "json")
    #expect(other.status == 0)
    #expect(try other.object["of"] == nil)
  }

  @Test func `an item of a phone shows its key and completes`() throws {
    let run = try Program.seeded().run(
      "tap", "send", "--item", "k2", "--device", "phone-1", "--user-info", #"{"keyway.list":3}"#,
      "--list", "3", "--format", "json")
    #expect(run.status == 0)
    let object = try run.object
    #expect(object["showing"] == .string("k2"))
    #expect(object["completed"] == .bool(true))
    #expect(object["link"] == .string("keyway://unlock/k2"))
    #expect(object["userInfo"] == .object(["keyway.list": .integer(3)]))
  }

  @Test func `an action opens its screen and makes no entry`() throws {
    let program = try Program.seeded()
    let run = try program.run("tap", "send", "--item", "New Message", "--format", "json")
    #expect(run.status == 0)
    #expect(try run.object["outcome"] == .string("opened"))
    #expect(try run.object["screen"] == .string("compose"))
    #expect(try program.run("audit", "export").output == "")
  }

  @Test(arguments: DeniedTap.all)
  func `a denied tap ends with 1 and its reason`(_ tap: DeniedTap) throws {
    let run = try Program.seeded().run(
      ["tap", "send", "--format", "json"] + tap.arguments, input: [])
    #expect(run.status == 1)
    let object = try run.object
    #expect(object["outcome"] == .string("denied"))
    #expect(object["reason"] == .string(tap.reason))
    #expect(object["detail"] == tap.detail.map(JSONValue.string))
    #expect(run.errors == "")
  }

  @Test func `a dry run changes nothing and tells no lock`() throws {
    let program = try Program.seeded()
    let run = try program.run("tap", "send", "xxx/once", "--dry-run", "--format", "json")
    #expect(run.status == 0)
    #expect(run.errors == "dry run: nothing was changed\n")
    #expect(try run.object["outcome"] == .string("granted"))
    #expect(try program.run("audit", "export").output == "")
    #expect(try program.run("tap", "send", "xxx/once").status == 0)
    #expect(try program.run("tap", "send", "xxx/once", "--dry-run").status == 1)
  }

  @Test func `a dry run names the rule, the time at the door and when the key works`() throws {
    let program = try Program.seeded()
    _ = try program.run("key", "edit", "k1", "--valid-from", "2999-01-01T00:00:00Z")
    let run = try program.run("tap", "send", "xxx/k1", "--dry-run", "--format", "json")
    #expect(run.status == 1)
    let object = try run.object
    #expect(object["reason"] == .string("not_yet_valid"))
    #expect(object["rule"] == .string("key.validFrom"))
    #expect(object["nextValid"] == .string("2999-01-01T00:00:00.000Z"))
    #expect(object.text("localTime")?.hasSuffix("+09:00") == true)
    let words = try program.run("tap", "send", "xxx/k1", "--dry-run").output
    #expect(words.contains("denied: not_yet_valid; by key.validFrom; at "))
    #expect(words.contains("; works from 2999-01-01T00:00:00.000Z;"))
    _ = try program.run("key", "revoke", "k1")
    let never = try program.run("tap", "send", "xxx/k1", "--dry-run", "--format", "json").object
    #expect(never["never"] == .string("revoked"))
    #expect(never["nextValid"] == nil)
  }

  @Test func `the answer is out also when the lock cannot be told`() throws {
    let run = try Program.seeded().run("tap", "send", "xxx/kdead", "--format", "json")
    #expect(run.status == 0)
    #expect(try run.object["outcome"] == .string("granted"))
    #expect(run.errors == "dead: failed (no_lock)\n")
  }

  @Test func `a lost reader of the answer does not keep the door shut`() throws {
    let program = try Program.seeded()
    let run = try program.run("tap", "send", "xxx/k1", "--tap", "t1", output: "/dev/full")
    #expect(run.status == 74)
    #expect(run.errors.contains("simulator: front: unlock"))
    #expect(run.errors.hasSuffix("keyway: standard output: No space left on device\n"))
    #expect(try program.run("attempt", "show", "t1").output.contains(": acknowledged"))
  }

  @Test func `no owner's file is left behind`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k1").status == 0)
    #expect(try program.scratch.names.filter { $0.contains("-owner-") } == [])
  }

  @Test func `people get a sentence`() throws {
    let program = try Program.seeded()
    #expect(
      try program.run("tap", "send", "xxx/k1", "--tap", "t1").output
        == "granted: front with key k1; tap t1\n")
    #expect(
      try program.run("tap", "send", "xxx/k1/", "--tap", "t2").output
        == "denied: malformed_link (trailing_slash); tap t2\n")
  }

  @Test(arguments: [
    [], ["xxx/k1", "--item", "k1"], ["xxx/k1", "--user-info", "{}"], ["xxx/k1", "--tap", "-"],
    ["xxx/k1", "--tap", "a b"], ["xxx/k1", "--at", "2026-03-02T08:00"],
    ["xxx/k1", "--device", "no id"], ["--item", "k1", "--user-info", #"{"a":null}"#],
    ["--item", "k1", "--user-info", "[]"], ["--item", "k1", "--user-info", #"{"a":1,"a":1}"#],
    ["xxx/k1", "--list", "-1"], ["xxx/k1", "--channel", "mail"],
  ])
  func `what cannot be understood is wrong usage and decides nothing`(
    _ arguments: [String]
  ) throws {
    let program = try Program()
    let run = try program.run(["tap", "send"] + arguments, input: [])
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("keyway tap send: "))
    #expect(try program.scratch.names == [])
  }
}

/// A tap that is denied, and why.
struct DeniedTap: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let reason: String
  var detail: String?

  var testDescription: String { "\(arguments) \(reason)" }

  static let all = [
    DeniedTap(arguments: ["xxx/k9"], reason: "unknown_key"),
    DeniedTap(arguments: ["xxx/front"], reason: "unknown_key", detail: "door_id"),
    DeniedTap(arguments: ["xxx/gone"], reason: "revoked"),
    DeniedTap(arguments: ["xxx/k2"], reason: "wrong_holder"),
    DeniedTap(arguments: ["xxx/k2", "--device", "phone-2"], reason: "wrong_holder"),
    DeniedTap(arguments: ["xxx/k1", "--device", "phone"], reason: "unknown_device"),
    DeniedTap(arguments: [""], reason: "malformed_link", detail: "empty_input"),
    DeniedTap(arguments: ["xxx/k1\n"], reason: "malformed_link", detail: "control_char"),
    DeniedTap(arguments: ["xxx/k1", "--at", "2026-03-02T08:00:00Z"], reason: "stale_tap"),
    DeniedTap(arguments: ["xxx/k1", "--at", "9999-03-02T08:00:00+09:00"], reason: "clock_skew"),
  ]
}
