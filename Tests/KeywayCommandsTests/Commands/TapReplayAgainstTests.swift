import Foundation
import KeywayCore
import Testing

@Suite struct TapReplayAgainstTests {
  private let program: Program
  private let recording: String

  init() throws {
    program = try .seeded()
    recording = program.scratch.file("taps.jsonl")
    let lines = ["k1", "kdead", "once"].enumerated().map { index, key in
      #"{"at":"2026-03-02T08:00:0\#(index)Z","channel":"qr","link":"xxx/\#(key)","#
        + #""expect":{"outcome":"opened"}}"#
    }
    try lines.joined(separator: "\n").write(toFile: recording, atomically: true, encoding: .utf8)
  }

  /// A database at rest with the same registry, in which `k1` is suspended.
  private func changed(as name: String) throws -> String {
    let path = program.scratch.file(name)
    try Seed.registry(at: path)
    #expect(try program.run("--database", path, "key", "suspend", "k1").status == 0)
    try RawDatabase.execute("PRAGMA wal_checkpoint(TRUNCATE)", in: path)
    for suffix in ["-wal", "-shm", "-lock"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    return path
  }

  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func `no difference is status 0, whatever the recording expects`() throws {
    let run = try program.run("tap", "replay", recording, "--against", program.database)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("differ: 0 of 3 taps\ntz database: "))
  }

  @Test func `a difference is status 1, and the other database stays as it was`() throws {
    let other = try changed(as: "other.site.json")
    let before = try bytes(of: other)
    let names = try program.scratch.names
    let run = try program.run("tap", "replay", recording, "--against", other)
    #expect(run.status == 1, "\(run.errors)")
    let found = try run.object
    #expect(found["line"] == .integer(1) && found.text("key") == "k1")
    #expect(found["file"] == nil)
    #expect(
      run.errors.hasPrefix(
        "differ: 1 of 3 taps\nkey k1: 1\ndoor front: 1\ngranted -> suspended (key): 1\n"))
    #expect(try bytes(of: other) == before)
    #expect(try Set(program.scratch.names).subtracting(names).isSubset(of: ["keyway.db-shm"]))
  }

  @Test func `what stands in a file decides what it is, and no database is needed`() throws {
    let site = program.scratch.file("site.db")
    try #"{"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"Etc/UTC"}]}"#
      .write(toFile: site, atomically: true, encoding: .utf8)
    let other = try changed(as: "other.json")
    let environment = ["KEYWAY_DATABASE": program.scratch.file("none/keyway.db")]
    let run = try program.run(
      "tap", "replay", "--site", site, recording, recording, "--against", other,
      environment: environment)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("unknown_key -> granted: 3"), "\(run.errors)")
    #expect(try run.objects.allSatisfy { $0.text("file") == recording })
    let back = try program.run(
      "--database", other, "tap", "replay", recording, "--against", "-",
      input: #"{"keyway":1}"#)
    #expect(back.errors.contains("granted -> unknown_key: 2"), "\(back.errors)")
  }

  @Test func `uses are reset on both sides`() throws {
    #expect(try program.run("tap", "send", "xxx/once").status == 0)
    let other = program.scratch.file("fresh.db")
    try Seed.registry(at: other)
    let arguments = ["tap", "replay", recording, "--against", other]
    let stored = try program.run(arguments, input: [])
    #expect(stored.errors.contains("uses_exhausted -> granted: 1"), "\(stored.errors)")
    #expect(try program.run(arguments + ["--uses", "reset"], input: []).status == 0)
  }

  @Test func `what cannot be compared with is named`() throws {
    let bad = program.scratch.file("bad.json")
    try #"{"keyway":1,"doors":[{"id":"d","colour":1}]}"#
      .write(toFile: bad, atomically: true, encoding: .utf8)
    let foreign = program.scratch.file("foreign.db")
    try RawDatabase.execute("CREATE TABLE other(id)", in: foreign)
    for (other, status, words) in [
      (bad, Int32(65), "\(bad): "), (program.scratch.file("none.db"), 66, "none.db"),
      (program.scratch.path, 65, "is a directory"), (foreign, 65, "another program"),
    ] {
      let run = try program.run("tap", "replay", recording, "--against", other)
      #expect(run.status == status && run.output == "", "\(other): \(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(!run.errors.hasSuffix("\n\n") && run.errors.split(separator: "\n").count == 1)
    }
    #expect(try !program.scratch.names.contains("none.db"))
  }

  @Test(arguments: [["--check"], ["--bless"], ["--into", "kept.db"]])
  func `it does not go with what writes or decides nothing`(_ more: [String]) throws {
    let arguments = ["tap", "replay", recording, "--against", program.database] + more
    let run = try program.run(arguments, input: [])
    #expect(run.status == 64)
    #expect(run.errors.contains("--against and \(more[0]) cannot be given together"))
  }

  @Test func `standard input is read once`() throws {
    let run = try program.run("tap", "replay", "-", "--against", "-")
    #expect(run.status == 64, "\(run.errors)")
  }
}
