import Foundation
import KeywayCore
import Testing

extension Campaigns {
  /// Places and conditions that are odd but not wrong.
  @Suite struct OddPlaceTests {
    @Test(arguments: [
      "a b.db", "q.db?mode=memory", "x%41.db", "#1.db", "file:q.db?nolock=1", "file:m?mode=memory",
      "鍵.db", "it's.db", "-x.db", "…\u{1B}[31m.db",
    ])
    func `the database is the file of that very name`(_ name: String) throws {
      let house = try Keyway(house: House())
      let folder = try Scratch()
      let site = house.scratch.file("site.json")
      let shell = #"cd '\#(folder.path)' && unset KEYWAY_DATABASE && "$@""#
      for arguments in [["import", site], ["tap", "send", "xxx/k1"], ["key", "show", "k1"]] {
        let run = try house.run(shell: shell, arguments + ["--database=\(name)"])
        #expect(run.status == 0, "\(arguments): \(run.errors)")
      }
      let names = Set(try folder.names)
      #expect(names == Set(["", "-lock", "-log-key", "-shm", "-wal"].map { name + $0 }))
    }

    @Test func `without a tz database a key with hours stays shut`() throws {
      let keyway = try Keyway(house: House())
      try keyway.expectDone(
        try keyway.run("key", "edit", "k1", "--days", "mon-sun", "--hours", "00:00-24:00"))
      let known = try keyway.run("tap", "send", "xxx/k1", "--format", "json")
      #expect(try known.object.text("reason") != "zone_unavailable")
      let run = try keyway.run(
        shell: #"TZDIR=/nowhere "$@""#, ["tap", "send", "xxx/k1", "--format", "json"])
      #expect(run.status == 1 && run.lockWords == 0, "\(run.errors)")
      #expect(try run.object.text("reason") == "zone_unavailable")
    }

    @Test func `a process with few descriptors opens only what it has written`() throws {
      let keyway = try Keyway(house: House(doors: 10))
      var statuses: Set<Int32> = []
      for limit in 4...9 {
        let run = try keyway.run(
          shell: #"ulimit -n \#(limit) && exec "$@""#,
          ["tap", "send", "xxx/k\(limit)", "--tap", "t\(limit)"])
        // With fewer the loader fails, with its own status.
        guard run.status != 127 else { continue }
        statuses.insert(run.status)
        #expect([0, 74].contains(run.status), "\(limit): \(run.errors)")
        let log = try keyway.log()
        let command = log.decisions(onTap: "t\(limit)").first?.text("command")
        let states = log.filter { command != nil && $0.text("command") == command }
          .compactMap { $0.text("state") }
        #expect((run.lockWords == 1) == states.contains("sent"), "\(limit): \(run.errors)")
        #expect((run.status == 0) == (run.lockWords == 1), "\(limit): \(run.errors)")
      }
      #expect(statuses.contains(0))
      try keyway.expectSound("few descriptors")
    }
  }
}
