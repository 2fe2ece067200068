import Foundation
import KeywayCore
import Testing

@Suite struct AuditRecordingTests {
  private let program: Program
  /// The registry as it was before the first tap.
  private let before: String

  init() throws {
    program = try .seeded()
    before = program.scratch.file("before.db")
    try Seed.registry(at: before)
  }

  private func tap(_ arguments: String..., status: Int32) throws {
    let run = try program.run(["tap", "send"] + arguments, input: [])
    #expect(run.status == status, "\(arguments): \(run.output)\(run.errors)")
  }

  private func instant(secondsAgo: Int64) -> String {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) - secondsAgo * 1_000)
      .rfc3339
  }

  private func use() throws {
    try tap("xxx/k1", "--tap", "t1", status: 0)
    try tap("xxx/once", "--tap", "t2", status: 0)
    try tap("--item", "k2", "--device", "phone-1", "--at", instant(secondsAgo: 9), status: 0)
    try tap("xxx/k1", "--tap", "t4", "--at", instant(secondsAgo: 90), status: 1)
    try tap("xxx/once", "--tap", "t5", status: 1)
    try tap("xxx/kdead", "--tap", "t6", status: 0)
    try tap("xxx/a/b", "--tap", "t7", status: 1)
    try tap("keyway://open/search", status: 0)
  }

  @Test func `a log becomes a recording that holds on the registry as it was`() throws {
    try use()
    let run = try program.run("audit", "export", "--as-recording")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let objects = try run.objects
    #expect(objects.count == 7)
    #expect(objects.map { $0.text("tap") }.first == "t4")
    #expect(objects.filter { $0["received"] != nil }.count >= 2)
    let recording = program.scratch.file("log.jsonl")
    let kept = try program.run("audit", "export", "--as-recording", "--output", recording)
    #expect(kept.status == 0 && kept.output == "")
    #expect(try Data(contentsOf: URL(fileURLWithPath: recording)) == Data(run.bytes))
    let replay = try program.run("--database", before, "tap", "replay", recording)
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(replay.errors.contains("expectations: 7 of 7 hold"))
    #expect(replay.errors.contains("commands: dead 1, front 3"))
  }

  @Test func `what cannot be written is named, and the rest is written`() throws {
    try tap("xxx/k1?token=a", "--tap", "t1", status: 1)
    try tap("xxx/k1", "--tap", "t2", status: 0)
    let run = try program.run("audit", "export", "--as-recording")
    #expect(run.status == 1)
    #expect(
      run.errors == "entry 0 is not in the recording: only the start of what was tapped was kept\n")
    #expect(try run.object.text("tap") == "t2")
  }

  @Test func `a span leaves out what was decided outside of it`() throws {
    try tap("xxx/k1", "--tap", "t1", status: 0)
    let log = try program.run("audit", "export").objects
    let first = try #require(log[0].text("at"))
    let later = "2999-01-01T00:00:00Z"
    for (arguments, count) in [
      (["--since", first], 1), (["--until", later], 1), (["--until", first], 0),
      (["--since", later], 0), (["--since", first, "--until", later], 1),
    ] {
      let run = try program.run(["audit", "export", "--as-recording"] + arguments, input: [])
      #expect(run.status == 0 && run.lines.count == count, "\(arguments): \(run.errors)")
    }
  }

  @Test func `a span is one of entries, and needs an offset`() throws {
    let alone = try program.run("audit", "export", "--since", "2026-03-02T00:00:00Z")
    #expect(alone.status == 0)
    let wall = try program.run("audit", "export", "--as-recording", "--until", "2026-03-02T08:00")
    #expect(wall.status == 65 && wall.output == "", "\(wall.errors)")
  }
}
