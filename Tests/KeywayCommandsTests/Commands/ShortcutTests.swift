import KeywayCore
import KeywaySQLite
import KeywayStore
import Testing

@Suite struct ShortcutTests {
  @Test func `showing changes nothing, issuing keeps the version`() throws {
    let program = try Program.seeded()
    let shown = try program.run("shortcut", "show", "phone-1").object
    #expect(shown["version"] == .integer(1))
    #expect(try program.run("shortcut", "ack", "phone-1", "1").status == 65)
    let issued = try program.run("shortcut", "issue", "phone-1")
    #expect(issued.status == 0)
    let again = try program.run("shortcut", "issue", "phone-1")
    #expect(again.bytes == issued.bytes)
    #expect(Array(issued.bytes.dropLast()) == CanonicalJSON.bytes(of: .object(try issued.object)))
    #expect(try program.run("shortcut", "ack", "phone-1", "1").status == 0)
  }

  @Test func `a dry run issues nothing`() throws {
    let program = try Program.seeded()
    #expect(try program.run("shortcut", "issue", "phone-1", "--dry-run").status == 0)
    #expect(try program.run("shortcut", "ack", "phone-1", "1").status == 65)
  }

  @Test func `the set is always JSON`() throws {
    let program = try Program.seeded()
    let table = try program.run("shortcut", "show", "phone-2", "--format", "table").object
    #expect(table["device"] == .string("phone-2"))
    #expect(try program.run("shortcut", "show", "phone-9").status == 66)
    #expect(try program.run("shortcut", "show", "phone").status == 65)
  }

  @Test func `acknowledgements from standard input hold all or none`() throws {
    let program = try Program.seeded()
    for device in ["phone-1", "phone-2"] {
      #expect(try program.run("shortcut", "issue", device).status == 0)
    }
    let bad = try program.run("shortcut", "ack", "--stdin", input: "phone-1 1\n\nphone-2 7\n")
    #expect(bad.status == 65)
    #expect(
      bad.errors
        == "keyway: line 3: the device 'phone-2' was never issued a set of version 7\n")
    let unknown = try program.run("shortcut", "ack", "-", input: "phone-1 1\nphone-9 1\n")
    #expect(unknown.status == 66)
    #expect(unknown.errors == "keyway: line 2: there is no device 'phone-9'\n")
    let store = try Seed.store(at: program.database)
    let device = Device.ID(trusted: "phone-1")
    #expect(try store.read { try $0.devices([device])[0]?.acknowledgedVersion } == nil)
    let good = try program.run("shortcut", "ack", "-", input: "phone-1 1\nphone-2\t1")
    #expect(good.status == 0)
    #expect(good.output == "2 acknowledged\n")
    #expect(try store.read { try $0.devices([device])[0]?.acknowledgedVersion } == 1)
  }

  @Test func `a dry run acknowledges nothing, and finds what is wrong`() throws {
    let program = try Program.seeded()
    #expect(try program.run("shortcut", "ack", "phone-1", "1", "--dry-run").status == 65)
    #expect(try program.run("shortcut", "issue", "phone-1").status == 0)
    #expect(try program.run("shortcut", "ack", "phone-1", "1", "--dry-run").status == 0)
    let store = try Seed.store(at: program.database)
    let device = Device.ID(trusted: "phone-1")
    #expect(try store.read { try $0.devices([device])[0]?.acknowledgedVersion } == nil)
  }

  @Test(arguments: [
    "phone-1", "phone-1 x", "phone-1 0", "phone-1 +1", "a/b 1", "phone-1 1 2", "\u{FF}",
  ])
  func `a bad line is named`(_ line: String) throws {
    let program = try Program.seeded()
    #expect(try program.run("shortcut", "issue", "phone-1").status == 0)
    let run = try program.run("shortcut", "ack", "--stdin", input: "phone-1 1\n\(line)\n")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("keyway: line 2: "))
  }

  @Test(arguments: [
    ["ack", "phone-1"], ["ack", "phone-1", "x"], ["ack", "phone-1", "1", "--stdin"],
    ["issue"], ["show", "phone-1", "phone-2"],
  ])
  func `what cannot be understood is wrong usage`(_ arguments: [String]) throws {
    #expect(try Program().run(["shortcut"] + arguments, input: []).status == 64)
  }
}
