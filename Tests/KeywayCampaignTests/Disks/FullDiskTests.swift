import Foundation
import Glibc
import KeywayCore
import Testing

extension Campaigns {
  /// A disk that takes no more.
  @Suite struct FullDiskTests {
    /// Shell words that let files grow to so many blocks of 512 bytes.
    private static func limited(to blocks: Int) -> String {
      #"ulimit -f \#(blocks) && exec "$@""#
    }

    /// Limits around the size of the write-ahead log, so that each write of a command fails once.
    private static func limits(_ keyway: Keyway, pages: Int, step: Int) -> [Int] {
      let blocks = keyway.writeAheadLogSize / 512
      // What it says of it goes to a file, too, and has to fit.
      return [2, 9, blocks / 2] + stride(from: 0, to: pages * 8, by: step).map { blocks + $0 }
    }

    @Test func `a tap on a full disk tells the lock nothing that is not written`() throws {
      let start = try Keyway(house: House())
      let before = try start.log()
      var statuses: [Int32: Int] = [:]
      for limit in Self.limits(start, pages: 36, step: Campaigns.count(16, whole: 1)) {
        let keyway = try start.copy()
        let run = try keyway.run(
          shell: Self.limited(to: limit), ["tap", "send", "xxx/k1", "--tap", "t"])
        statuses[run.status, default: 0] += 1
        #expect([0, 74].contains(run.status), "\(limit): \(run.errors)")
        let told = run.errors.split(separator: "\n").filter { $0.hasPrefix("keyway: ") }
        #expect(told.count == (run.status == 0 ? 0 : 1), "\(limit): \(run.errors)")
        let log = try keyway.log()
        let added = log.dropFirst(before.count)
        #expect(Array(log.prefix(before.count)) == before)
        let states = added.compactMap { $0.text("state") }
        #expect(run.lockWords == 0 || states.first == "sent", "\(limit): \(run.errors)")
        if !run.bytes.isEmpty { #expect(added.first?.text("tap") == "t", "\(limit)") }
        #expect(try keyway.scratch.names.filter { $0.contains("-owner-") } == [], "\(limit)")
        try keyway.expectSound("limit \(limit)")
        let later = try keyway.run("tap", "send", "xxx/k1", "--tap", "later")
        #expect(
          later.status == 0 && later.lockWords == 1, "\(limit): \(later.errors)")
      }
      #expect(statuses[74] != nil && statuses[0] != nil, "\(statuses)")
      print("taps on a full disk, by exit status: \(statuses)")
    }

    @Test func `an import on a full disk is there whole or not at all`() throws {
      let start = try Keyway(house: House(keys: 300))
      let site = try start.scratch.write(House(keys: 300, word: "New").text, as: "new.json")
      let whole = try start.copy()
      try whole.expectDone(try whole.run("import", site))
      let (before, after) = (try start.registry(), try whole.registry())
      let pages = (whole.writeAheadLogSize - start.writeAheadLogSize) / 4096 + 8
      for limit in Self.limits(start, pages: pages, step: Campaigns.count(pages * 2, whole: 16)) {
        let keyway = try start.copy()
        let run = try keyway.run(shell: Self.limited(to: limit), ["import", site])
        let found = try keyway.registry()
        if run.status == 0 {
          #expect(found == after, "limit \(limit)")
        } else {
          #expect(run.status == 74 && run.saidOneSentence, "limit \(limit): \(run.errors)")
          #expect(found == before || found == after, "limit \(limit)")
        }
        try keyway.expectSound("limit \(limit)")
      }
    }

    @Test func `a recording that cannot be blessed stays as it was`() throws {
      let keyway = try Keyway()
      let pair = RecordedPair.smartLock
      let text = try String(contentsOfFile: pair.taps, encoding: .utf8)
      let file = try keyway.scratch.write(text, as: "taps.jsonl")
      let run = try keyway.run(
        shell: Self.limited(to: 2) + " >/dev/null",
        ["tap", "replay", "--site", pair.site, "--bless", file])
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("keyway: \(file): File too large"), "\(run.errors)")
      #expect(try keyway.scratch.bytes(of: "taps.jsonl") == Array(text.utf8))
      #expect(try keyway.scratch.names == ["taps.jsonl"])
    }

    @Test func `a small file system that is full refuses, and works again with more room`() throws {
      let keyway = try Keyway()
      let folder = keyway.scratch.file("disk")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      guard mount("tmpfs", folder, "tmpfs", 0, "size=1200k") == 0 else {
        print("skipped: no file system may be mounted here (errno \(errno))")
        return
      }
      defer { umount2(folder, Int32(MNT_DETACH)) }
      let small = Keyway(keyway, database: folder + "/keyway.db")
      let site = try keyway.scratch.write(House().text, as: "site.json")
      try small.expectDone(try small.run("import", site))
      try small.lift()
      let before = try small.registry()
      let large = try keyway.scratch.write(House(keys: 5_000, word: "New").text, as: "new.json")
      let refused = try small.run("import", large)
      #expect(refused.status == 74 && refused.saidOneSentence, "\(refused.errors)")
      #expect(try small.registry() == before)
      var last = try small.run("tap", "send", "xxx/k1")
      for _ in 0..<100 where last.status == 0 { last = try small.run("tap", "send", "xxx/k1") }
      #expect(last.status == 74 && last.errors.contains("keyway: "), "\(last.errors)")
      try small.expectSound("full")
      #expect(mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT), "size=40m") == 0)
      #expect(try small.run("tap", "send", "xxx/k1").status == 0)
      try small.expectSound("with room again")
    }
  }
}
