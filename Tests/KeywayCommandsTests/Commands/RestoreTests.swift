import Foundation
import KeywayCore
import KeywaySQLite
import KeywayStore
import Testing

@Suite struct RestoreTests {
  /// A program and the backup of its first hour: one tap on `k2`, spent and charged.
  private static func backedUp() throws -> (Program, copy: String) {
    let program = try Program.seeded()
    _ = try program.run("tap", "send", "xxx/once", "--tap", "t1")
    let copy = program.scratch.file("copy.db")
    #expect(try program.run("backup", copy).status == 0)
    return (program, copy)
  }

  private func asides(_ program: Program) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.scratch.path)
      .filter { $0.contains("-before-") }
  }

  private func state(of key: String, _ program: Program) throws -> String? {
    try program.run("key", "show", key, "--format", "json").object.text("state")
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func `a copy that has everything takes the place, and nothing else changes`() throws {
    let (program, copy) = try Self.backedUp()
    let log = try program.run("audit", "export").output
    let registry = try program.run("export").output
    let origin = try program.run("audit", "key", "show").output
    let run = try program.run("restore", copy, "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    let object = try run.object
    #expect(object["relation"] == .string("same"))
    #expect(object["held"] == .integer(0))
    #expect(object["origin"] == nil)
    #expect(try program.run("audit", "export").output == log)
    #expect(try program.run("export").output == registry)
    #expect(try program.run("audit", "key", "show").output == origin)
    #expect(try asides(program).count == 1)
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t2").status == 0)
  }

  @Test func `an older copy is refused, and forced it brings nothing back`() throws {
    let (program, copy) = try Self.backedUp()
    _ = try program.run("config", "set", "tap.doorRate", "0")
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t2").status == 0)
    _ = try program.run("key", "edit", "once", "--max-uses", "3")
    #expect(try program.run("tap", "send", "xxx/once", "--tap", "t3").status == 0)
    _ = try program.run("key", "revoke", "kdead")
    _ = try program.run("key", "issue", "late", "--door", "front", "--everyone", "--name", "Late")
    _ = try program.run("device", "remove", "phone-1")
    _ = try program.run("door", "mode", "disabled", "dead")
    let late = program.scratch.file("late.checkpoint")
    let promise = try program.run("audit", "checkpoint")
    try promise.output.write(toFile: late, atomically: true, encoding: .utf8)
    let before = try program.run("audit", "export").output

    let refused = try program.run("restore", copy)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("is older than the database"))
    #expect(try program.run("audit", "export").output == before)
    #expect(try asides(program).isEmpty)

    let run = try program.run("restore", copy, "--force", "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.object["relation"] == .string("older"))
    #expect(try program.run("audit", "verify").status == 0)

    // Until somebody has looked at them, no key opens.
    #expect(try state(of: "k1", program) == "suspended")
    let held = try program.run("tap", "send", "xxx/k1", "--tap", "t4", "--format", "json")
    #expect(try held.object.text("reason") == "suspended")
    // A tap that was spent stays so.
    let repeated = try program.run("tap", "send", "xxx/k1", "--tap", "t2", "--format", "json")
    #expect(try repeated.object.text("of") == "t2")
    #expect(!repeated.errors.contains("simulator"))

    #expect(try program.run("key", "resume", "--all").status == 0)
    #expect(try program.run("tap", "send", "xxx/k1", "--tap", "t5").status == 0)
    // Its limit was edited since; one use was charged before the copy, and one after it.
    #expect(try program.run("key", "resume", "once").status == 0)
    let spent = try program.run("tap", "send", "xxx/once", "--tap", "t6", "--format", "json")
    #expect(try spent.object.text("reason") == "uses_exhausted")
    #expect(try state(of: "kdead", program) == "revoked")
    #expect(try state(of: "late", program) == "revoked")
    let phone = try program.run("device", "show", "phone-1", "--format", "json").object
    #expect(phone.text("state") == "removed")
    let door = try program.run("door", "show", "dead", "--format", "json").object
    #expect(door.text("mode") == "disabled")

    let broken = try program.run("audit", "verify", "--checkpoint", late)
    #expect(broken.status == 1)
    #expect(broken.output.contains("was restored from a copy of"))
  }

  @Test func `the log goes on under a new origin, which names the old one`() throws {
    let (program, copy) = try Self.backedUp()
    let old = try program.run("audit", "checkpoint").lines
    _ = try program.run("tap", "send", "xxx/k1", "--tap", "t2")
    #expect(try program.run("restore", copy, "--force").status == 0)
    let size = try #require(Int64(old[1]))
    let entry = try program.run("audit", "show", "\(size)", "--format", "json").object
    #expect(entry.text("verb") == "restore")
    guard case .object(let set)? = entry["set"] else {
      Issue.record("the entry sets nothing")
      return
    }
    #expect(set.text("origin") == old[0])
    #expect(set["size"] == .integer(size))
    #expect(set.text("root") == old[2])
    let new = try program.run("audit", "checkpoint").lines
    #expect(new[0] == set.text("newOrigin"))
    #expect(new[0] != old[0])
    let first = program.scratch.file("first.checkpoint")
    try (old.prefix(3).joined(separator: "\n") + "\n\n" + old.suffix(1).joined() + "\n")
      .write(toFile: first, atomically: true, encoding: .utf8)
    #expect(try program.run("audit", "verify", "--checkpoint", first).status == 0)
  }

  @Test func `a key that somebody suspended is not resumed with the others`() throws {
    let (program, _) = try Self.backedUp()
    _ = try program.run("key", "suspend", "k1")
    let later = program.scratch.file("later.db")
    _ = try program.run("backup", later)
    try FileManager.default.removeItem(atPath: program.database)
    // Its log of changes stays, and must not be taken for the copy's.
    #expect(try program.run("restore", later).status == 0)
    let edited = try program.run("key", "edit", "kdead", "--state", "active")
    #expect(edited.status == 65)
    #expect(edited.errors.contains("suspended since the restore"))
    #expect(try program.run("key", "suspend", "k2").status == 0)
    let resumed = try program.run("key", "resume", "--all")
    #expect(resumed.lines == ["key kdead: resumed", "key once: resumed"])
    #expect(try state(of: "k1", program) == "suspended")
    #expect(try state(of: "k2", program) == "suspended")
    #expect(try program.run("key", "resume", "--all").output == "")
  }

  @Test func `where the database is lost, its place is taken, and keys wait`() throws {
    let (program, copy) = try Self.backedUp()
    for suffix in ["", "-wal", "-shm", "-lock", "-log-key"] {
      try? FileManager.default.removeItem(atPath: program.database + suffix)
    }
    let run = try program.run("restore", copy, "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.object["relation"] == .string("unknown"))
    #expect(try run.object["aside"] == nil)
    #expect(try run.object["held"] == .integer(4))
    #expect(run.errors.contains("keyway key resume --all"))
    #expect(try program.run("audit", "verify").status == 0)
  }

  @Test func `a damaged database is moved aside as it is`() throws {
    let (program, copy) = try Self.backedUp()
    var damaged = try bytes(program.database)
    for offset in stride(from: 100, to: damaged.count, by: 97) { damaged[offset] ^= 0x55 }
    try damaged.write(to: URL(fileURLWithPath: program.database))
    try? FileManager.default.removeItem(atPath: program.database + "-wal")
    let run = try program.run("restore", copy)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("the database is damaged"))
    let aside = try #require(try asides(program).first { !$0.hasSuffix("-shm") })
    #expect(try bytes(program.scratch.file(aside)) == damaged)
    #expect(try program.run("audit", "verify").status == 0)
    #expect(try state(of: "k1", program) == "suspended")
  }

  @Test func `another program's database is not touched`() throws {
    let (program, copy) = try Self.backedUp()
    try RawDatabase.execute("PRAGMA application_id = 7", in: program.database)
    let run = try program.run("restore", copy, "--force")
    #expect(run.status == 65)
    #expect(run.errors.contains("another program"))
    #expect(try asides(program).isEmpty)
  }

  @Test func `another house's backup wants to be forced`() throws {
    let (program, _) = try Self.backedUp()
    let (house, other) = try Self.backedUp()
    let run = try program.run("restore", other)
    #expect(run.status == 65)
    #expect(run.errors.contains("is no copy of this database"))
    #expect(try program.run("restore", other, "--force").status == 0)
    #expect(try program.run("audit", "verify").status == 0)
    #expect(try house.run("audit", "verify").status == 0)
  }

  @Test(arguments: BadCopy.all)
  func `a bad copy is refused, and the database stays`(_ bad: BadCopy) throws {
    let (program, copy) = try Self.backedUp()
    try bad.spoil(copy)
    let log = try program.run("audit", "export").output
    let run = try program.run(["restore", copy] + (bad.isForced ? ["--force"] : []), input: [])
    #expect(run.status == bad.status, "\(run.errors)")
    #expect(run.errors.contains(bad.words), "\(run.errors)")
    #expect(try program.run("audit", "export").output == log)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.scratch.path)
    #expect(!names.contains { $0.contains("-before-") || $0.contains("-restoring") })
  }

  @Test func `a database that is in use is not replaced`() throws {
    let (program, copy) = try Self.backedUp()
    let store = try Seed.store(at: program.database)
    #expect(try store.read { try $0.logSize() } > 0)
    let run = try program.run("restore", copy)
    #expect(run.status == 75)
    #expect(run.errors.contains("another program has the database"))
    #expect(try asides(program).isEmpty)
    #expect(try store.read { try $0.logSize() } > 0)
  }

  @Test func `people who were erased are erased again, whatever is restored over`() throws {
    for isLost in [false, true] {
      let (program, copy) = try Self.backedUp()
      #expect(try program.run("holder", "erase", "h1").status == 0)
      if isLost { try FileManager.default.removeItem(atPath: program.database) }
      let run = try program.run("restore", copy, "--force", "--format", "json")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try run.object["erased"] == .integer(1))
      #expect(try program.run("audit", "verify").status == 0)
      let holder = try program.run("holder", "show", "h1", "--format", "json").object
      #expect(holder.text("state") == "removed")
      #expect(try state(of: "k2", program) == "revoked")
      for suffix in ["", "-wal"] {
        guard let data = try? bytes(program.database + suffix) else { continue }
        #expect(data.range(of: Data("Aoi".utf8)) == nil)
      }
    }
  }

  @Test func `a rehearsal says what would happen and leaves everything`() throws {
    let (program, copy) = try Self.backedUp()
    _ = try program.run("tap", "send", "xxx/k1", "--tap", "t2")
    try FileManager.default.removeItem(atPath: program.database + "-log-key")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.scratch.path).sorted()
    let run = try program.run("restore", copy, "--force", "--dry-run", "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.object["relation"] == .string("older"))
    #expect(run.errors.contains("nothing was changed"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: program.scratch.path).sorted() == names)
    #expect(try state(of: "k1", program) == "active")
  }

  /// Revokes `k1` and spends `once`, after the copy was made.
  private func end(_ program: Program) throws {
    #expect(try program.run("key", "revoke", "k1").status == 0)
    #expect(try program.run("tap", "send", "xxx/kdead", "--tap", "spent").status == 0)
  }

  /// What ended has not come back, with all keys resumed.
  private func expectEnded(_ program: Program) throws {
    #expect(try program.run("key", "resume", "--all").status == 0)
    #expect(try state(of: "k1", program) == "revoked")
    let tap = try program.run("tap", "send", "xxx/k1", "--format", "json")
    #expect(try tap.object.text("reason") == "revoked")
    let again = try program.run("tap", "send", "xxx/kdead", "--tap", "spent", "--format", "json")
    #expect(try again.object.text("of") == "spent")
    #expect(try program.run("audit", "verify").status == 0)
  }

  @Test func `restoring what was moved aside brings nothing back either`() throws {
    let (program, copy) = try Self.backedUp()
    _ = try program.run("config", "set", "tap.maxAge", "29s")
    #expect(try program.run("restore", copy, "--force").status == 0)
    #expect(try program.run("key", "resume", "--all").status == 0)
    try end(program)
    let aside = try #require(try asides(program).first)
    let refused = try program.run("restore", program.scratch.file(aside))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("have gone different ways"))
    let run = try program.run(
      "restore", program.scratch.file(aside), "--force", "--format", "json")
    #expect(try run.object["relation"] == .string("forked"))
    try expectEnded(program)
  }

  @Test(arguments: ["command_in_flight", "log_body", "holder", "setting", "device_holder"])
  func `what can be read of a damaged database counts`(_ table: String) throws {
    let (program, copy) = try Self.backedUp()
    try end(program)
    try RawDatabase.execute("PRAGMA wal_checkpoint(TRUNCATE)", in: program.database)
    try RawDatabase.spoil(table, in: program.database)
    let run = try program.run("restore", copy)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("the database is damaged"))
    try expectEnded(program)
  }

  @Test func `a key that was edited since is not resumed with the others`() throws {
    let (program, copy) = try Self.backedUp()
    let edits = [
      ["key", "edit", "k1", "--max-uses", "1"],
      ["key", "edit", "kdead", "--valid-until", "2026-01-01T00:00:00Z"],
      ["device", "edit", "phone-2", "--holder", "h1"],
      ["door", "edit", "front", "--confirm", "always"],
    ]
    for edit in edits { #expect(try program.run(edit, input: []).status == 0) }
    let run = try program.run("restore", copy, "--force", "--format", "json")
    #expect(try run.object["edited"] == .array([.string("k1"), .string("kdead")]))
    #expect(run.errors.contains("resumed by name: k1, kdead"))
    #expect(try program.run("key", "resume", "--all").status == 0)
    #expect(try state(of: "k1", program) == "suspended")
    #expect(try state(of: "kdead", program) == "suspended")
    #expect(try state(of: "once", program) == "active")
    let phone = try program.run("device", "show", "phone-2", "--format", "json").object
    #expect(phone.text("state") == "suspended")
    let door = try program.run("door", "show", "front", "--format", "json").object
    #expect(door.text("confirm") == "always")
    #expect(try program.run("key", "resume", "k1").status == 0)
  }

  @Test func `a copy that was made while keys were held can be restored, and they resumed`() throws
  {
    let (program, copy) = try Self.backedUp()
    _ = try program.run("config", "set", "tap.maxAge", "29s")
    #expect(try program.run("restore", copy, "--force").status == 0)
    let later = program.scratch.file("later.db")
    #expect(try program.run("backup", later).status == 0)
    _ = try program.run("config", "set", "tap.maxAge", "28s")
    #expect(try program.run("restore", later, "--force").status == 0)
    #expect(try program.run("key", "resume", "--all").lines.count == 4)
    #expect(try state(of: "k1", program) == "active")
  }

  @Test func `another house's erasures are not applied, and go with its database`() throws {
    let (program, _) = try Self.backedUp()
    let (house, other) = try Self.backedUp()
    #expect(try program.run("holder", "erase", "h1").status == 0)
    #expect(try program.run("restore", other, "--force").status == 0)
    let holder = try program.run("holder", "show", "h1", "--format", "json").object
    #expect(holder.text("name") == "Aoi")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.scratch.path)
    #expect(names.contains { $0.contains("-before-") && $0.hasSuffix("-erasures") })
    #expect(!names.contains("keyway.db-erasures"))
    _ = house
  }

  @Test func `a command in flight at the copy's time is closed, and its use stays charged`() throws
  {
    let program = try Program.seeded()
    _ = try program.run("tap", "send", "xxx/once", "--tap", "t1")
    try RawDatabase.execute("UPDATE command SET state = 'pending'", in: program.database)
    let copy = program.scratch.file("copy.db")
    #expect(try program.run("backup", copy).status == 0)
    try FileManager.default.removeItem(atPath: program.database)
    #expect(try program.run("restore", copy).status == 0)
    #expect(try program.run("key", "resume", "--all").status == 0)
    let again = try program.run("tap", "send", "xxx/once", "--tap", "t2", "--format", "json")
    #expect(try again.object.text("reason") == "uses_exhausted")
    let entries = try program.run("audit", "list", "--format", "json").objects
    #expect(entries.contains { $0.text("detail") == "restored" && $0["refunded"] == nil })
  }
}

/// A copy that must not be restored.
struct BadCopy: Sendable, CustomTestStringConvertible {
  let name: String
  var isForced = true
  let status: Int32
  let words: String
  let spoil: @Sendable (String) throws -> Void

  var testDescription: String { name }

  static let all = [
    BadCopy(name: "a missing file", status: 66, words: "there is no database at") { path in
      try FileManager.default.removeItem(atPath: path)
    },
    BadCopy(name: "a text", status: 65, words: "is not a database") { path in
      try String(repeating: "text", count: 1000)
        .write(toFile: path, atomically: true, encoding: .utf8)
    },
    BadCopy(name: "an empty file", status: 65, words: "is empty") { path in
      try Data().write(to: URL(fileURLWithPath: path))
    },
    BadCopy(name: "half a file", status: 65, words: "is damaged; restore another") { path in
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    },
    BadCopy(name: "a page of zeros", status: 65, words: "is damaged; restore another") { path in
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      data.replaceSubrange(8_192..<12_288, with: Data(count: 4_096))
      try data.write(to: URL(fileURLWithPath: path))
    },
    BadCopy(name: "a changed entry", status: 65, words: "the copy's log does not hold") { path in
      try RawDatabase.execute(
        "DROP TRIGGER log_body_stays; UPDATE log_body SET body = x'7b7d' WHERE seq = 0", in: path)
    },
    BadCopy(name: "a changed bit", isForced: false, status: 65, words: "is not what its digest") {
      path in
      try RawDatabase.execute("UPDATE key SET valid_until = 1 WHERE id = 'k1'", in: path)
    },
    BadCopy(name: "a newer schema", status: 65, words: "use the newer program") { path in
      try RawDatabase.execute("PRAGMA user_version = 99", in: path)
    },
    BadCopy(name: "another program's", status: 65, words: "another program") { path in
      try RawDatabase.execute("PRAGMA application_id = 7", in: path)
    },
  ]
}
