import Foundation
import KeywayCore
import KeywayCrypto
import Testing

@Suite struct AuditTests {
  /// Six entries: two granted taps with `sent` and `acknowledged` each but the first, which has no
  /// lock, a denied one, and a setting.
  private static func used() throws -> Program {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k9", "--tap", "t0").status == 1)
    let granted = ["tap", "send", "--item", "k2", "--device", "phone-1", "--tap", "t1"]
    #expect(try program.run(granted, input: []).status == 0)
    #expect(try program.run("config", "set", "tap.maxAge", "20s", "--because", "why").status == 0)
    return program
  }

  @Test func `entries are listed with their leaf`() throws {
    let program = try Self.used()
    let objects = try program.run("audit", "list", "--format", "json").objects
    #expect(
      objects.map { $0["kind"] }
        == ["decision", "decision", "actuation", "actuation", "administration"].map {
          .string($0)
        })
    #expect(objects.map { $0["seq"] } == (0..<5).map { .integer($0) })
    let export = try program.run("audit", "export").lines
    let hasher = SHA256Hasher()
    for (object, line) in zip(objects, export) {
      let leaf = hasher.hash(prefix: 0, Array(line.utf8).span)
      #expect(object["leaf"] == .string(leaf.hex))
    }
    #expect(export.count == 5)
  }

  @Test(arguments: AuditSelection.all)
  func `filters let through what they name`(_ selection: AuditSelection) throws {
    let run = try Self.used().run(
      ["audit", "list", "--format", "json"] + selection.arguments, input: [])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.objects.map { $0["seq"] } == selection.entries.map { .integer($0) })
  }

  @Test func `a table has local time at the door and names of the registry`() throws {
    let program = try Self.used()
    let run = try program.run("audit", "list")
    #expect(run.lines.count == 6)
    #expect(run.lines[0].hasPrefix("SEQ  TIME "))
    #expect(run.lines[2].contains("+09:00  decision"))
    #expect(run.lines[2].contains("Front door  k2   Aoi, phone-1"))
    #expect(run.lines[5].contains("edit setting tap.maxAge"))
    #expect(run.lines[5].contains("user:\(getuid())"))
  }

  @Test func `people, phones and reasons are not in the log`() throws {
    let export = try Self.used().run("audit", "export").output
    for text in ["Aoi", "phone-1", "\"h1\"", "user:", "why", "Front door"] {
      #expect(!export.contains(text), "\(text)")
    }
    #expect(export.contains(#""set":{"value":"20s"}"#))
  }

  @Test func `one entry is shown, with the start of a rejected link`() throws {
    let program = try Program.seeded()
    #expect(try program.run("tap", "send", "xxx/k1 ?secret").status == 1)
    let object = try program.run("audit", "show", "0", "--format", "json").object
    #expect(object["rejectedLink"] == .string(#"xxx/k1\x20"#))
    #expect(object["reason"] == .string("malformed_link"))
    #expect(try program.run("audit", "show", "0").output.contains("detail "))
    let none = try program.run("audit", "show", "1")
    #expect(none.status == 66)
    #expect(none.errors == "keyway: the log has no entry 1\n")
  }

  @Test func `a file gets the same bytes, and is replaced whole`() throws {
    let program = try Self.used()
    let file = program.scratch.file("log.jsonl")
    try "old".write(toFile: file, atomically: true, encoding: .utf8)
    let run = try program.run("audit", "export", "--output", file)
    #expect(run.status == 0)
    #expect(run.output == "")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(bytes == (try program.run("audit", "export").bytes))
    let bad = try program.run("audit", "export", "--output", program.scratch.file("no/log"))
    #expect(bad.status == 66)
  }

  @Test func `a sound log is verified`() throws {
    let program = try Self.used()
    #expect(try program.run("audit", "verify").output == "the log holds: 5 entries\n")
    #expect(
      try program.run("audit", "verify", "--format", "json").output
        == #"{"entries":5,"outcome":"holds"}"# + "\n")
  }

  @Test func `what is past retention is pruned, and the log holds`() throws {
    let program = try Program.seeded()
    let keys = (0..<300).map { #"{"id":"n\#($0)","name":"N","door":"front"}"# }
    let site = #"{"keyway":1,"keys":["# + keys.joined(separator: ",") + "]}"
    #expect(try program.run(["import", "-"], input: Array(site.utf8)).status == 0)
    let rehearsal = try program.run(
      "audit", "prune", "--before", "2026-01-01T00:00:00Z", "--dry-run")
    #expect(rehearsal.output == "0 entries pruned; the log is kept from entry 0 on\n")
    #expect(rehearsal.errors == "dry run: nothing was changed\n")
    Thread.sleep(forTimeInterval: 1.1)
    let now = Int64(Date().timeIntervalSince1970) * 1_000
    let pruned = try program.run(
      "audit", "prune", "--before", Timestamp(milliseconds: now).rfc3339)
    #expect(pruned.output == "256 entries pruned; the log is kept from entry 256 on\n")
    #expect(
      try program.run("audit", "verify").output
        == "the log holds: 301 entries; 256 entries pruned, of which only the hashes are left\n")
    let export = try program.run("audit", "export")
    #expect(export.lines.count == 45)
    #expect(export.errors == "the entries below 256 were pruned and are not in it\n")
    #expect(try program.run("audit", "show", "7").status == 66)
    let late = try program.run("audit", "prune", "--before", "9999-01-01T00:00:00Z")
    #expect(late.status == 65)
    #expect(late.errors.contains("is still to come"))
  }

  @Test(arguments: [["audit", "verify"], ["audit", "checkpoint"], ["backup", "copy.db"]])
  func `a database that is not there is none that holds`(_ arguments: [String]) throws {
    let program = try Program()
    #expect(try program.run(arguments, input: []).status == 66)
    #expect(!FileManager.default.fileExists(atPath: program.database))
  }

  @Test func `a key that the log does not tell of signs for nobody`() throws {
    let program = try Self.used()
    #expect(try program.run("audit", "checkpoint").status == 0)
    #expect(try program.run("audit", "key", "rotate").status == 0)
    #expect(try program.run("audit", "verify").status == 0)
    let verifier = try #require(program.run("audit", "key", "show").lines.first)
    let forged = String(verifier.dropLast(4)) + "AAA="
    try RawDatabase.execute(
      "INSERT INTO log_key VALUES ('\(forged)', 0)", in: program.database)
    let run = try program.run("audit", "verify")
    #expect(run.status == 1)
    #expect(run.output.contains("several that it does not tell of"))
  }

  @Test func `a changed entry is named, with status 1`() throws {
    let program = try Self.used()
    try RawDatabase.execute(
      """
      DROP TRIGGER log_body_stays;
      UPDATE log_body SET body = cast(replace(cast(body AS TEXT), 'k2', 'k1') AS BLOB)
      WHERE seq = 1
      """, in: program.database)
    let run = try program.run("audit", "verify")
    #expect(run.status == 1)
    #expect(
      run.output == "the log does not hold: entry 1 is not what its leaf hash promises\n")
  }

  @Test func `a missing entry is named, with status 1`() throws {
    let program = try Self.used()
    try RawDatabase.execute(
      """
      DROP TRIGGER log_body_is_kept; DROP TRIGGER log_leaf_is_kept;
      DELETE FROM log_body WHERE seq = 2; DELETE FROM log_leaf WHERE seq = 2
      """, in: program.database)
    let run = try program.run("audit", "verify", "--format", "json")
    #expect(run.status == 1)
    #expect(try run.object["seq"] == .integer(2))
  }

  @Test(arguments: [
    AuditRefusal(["--key", "k9"], 66), AuditRefusal(["--holder", "h9"], 66),
    AuditRefusal(["--actor", "user:4294967294"], 66), AuditRefusal(["--reason", "because"], 64),
    AuditRefusal(["--since", "2026-03-02"], 65), AuditRefusal(["--since", "yesterday"], 64),
    AuditRefusal(["--outcome", "opened"], 64), AuditRefusal(["--last", "0"], 64),
    AuditRefusal(["--door", "front", "--since", "2026-03-02 24:00"], 64),
    AuditRefusal(["--door", "dead", "--since", "2026-03-29 02:30"], 65),
    AuditRefusal(["--door", "dead", "--since", "2026-10-25T02:30"], 65),
  ])
  func `a filter that means nothing is refused`(_ refusal: AuditRefusal) throws {
    let run = try Self.used().run(["audit", "list"] + refusal.arguments, input: [])
    #expect(run.status == refusal.status, "\(run.errors)")
    #expect(run.output == "")
  }
}

/// A filter and the entries that it lets through.
struct AuditSelection: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let entries: [Int64]

  var testDescription: String { arguments.joined(separator: " ") }

  static let all = [
    AuditSelection(arguments: ["--key", "k2"], entries: [1]),
    AuditSelection(arguments: ["--door", "fr"], entries: [1, 2, 3]),
    AuditSelection(arguments: ["--site", "Head office"], entries: [1, 2, 3]),
    AuditSelection(arguments: ["--site", "Elsewhere"], entries: []),
    AuditSelection(arguments: ["--holder", "h1"], entries: [1]),
    AuditSelection(arguments: ["--device", "phone-1"], entries: [1]),
    AuditSelection(arguments: ["--device", "phone-2"], entries: []),
    AuditSelection(arguments: ["--actor", "user:\(getuid())"], entries: [4]),
    AuditSelection(arguments: ["--outcome", "denied"], entries: [0]),
    AuditSelection(arguments: ["--reason", "unknown_key"], entries: [0]),
    AuditSelection(arguments: ["--last", "2"], entries: [3, 4]),
    AuditSelection(arguments: ["--last", "1", "--door", "front"], entries: [3]),
    AuditSelection(arguments: ["--since", "2026-01-01T00:00:00Z"], entries: [0, 1, 2, 3, 4]),
    AuditSelection(arguments: ["--until", "2026-01-01T00:00:00Z"], entries: []),
    AuditSelection(
      arguments: ["--door", "front", "--since", "2026-01-01", "--until", "9999-12-31 08:59"],
      entries: [1, 2, 3]),
  ]
}

/// A filter that is refused, and with which status.
struct AuditRefusal: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let status: Int32

  init(_ arguments: [String], _ status: Int32) {
    self.arguments = arguments
    self.status = status
  }

  var testDescription: String { arguments.joined(separator: " ") }
}
