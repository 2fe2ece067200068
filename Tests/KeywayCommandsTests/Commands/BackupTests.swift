import Foundation
import KeywayCore
import KeywayCrypto
import Testing

@testable import KeywayCommands

@Suite struct BackupTests {
  @Test func `a copy has the whole log, a checkpoint, and no key that signs`() throws {
    let program = try Program.seeded()
    _ = try program.run("tap", "send", "xxx/k1")
    let copy = program.scratch.path + "/copy.db"
    #expect(try program.run("backup", copy, "--dry-run").status == 0)
    #expect(!FileManager.default.fileExists(atPath: copy))
    let run = try program.run("backup", copy, "--format", "json")
    #expect(run.status == 0)
    let entries = try program.run("audit", "export").output.split(separator: "\n").count
    #expect(try run.object == ["file": .string(copy), "entries": .integer(Int64(entries))])
    let folder = try FileManager.default.contentsOfDirectory(atPath: program.scratch.path)
    #expect(Set(folder.filter { $0.hasPrefix("copy.db") }) == ["copy.db", "copy.db.sha256"])
    let line = try String(contentsOfFile: copy + ".sha256", encoding: .utf8)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: copy)))
    #expect(line == "\(SHA256Hasher().hash(bytes.span).hex)  copy.db\n")
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let exported = try program.run("audit", "export").output
    #expect(try program.run("--database", copy, "audit", "export").output == exported)
    #expect(try program.run("--database", copy, "audit", "verify").status == 0)
  }

  @Test func `a file that is there stays, and nothing is left of a copy that failed`() throws {
    let program = try Program.seeded()
    let file = program.scratch.path + "/notes.txt"
    try "mine".write(toFile: file, atomically: true, encoding: .utf8)
    let run = try program.run("backup", file)
    #expect(run.status == 65)
    #expect(run.errors.contains("exists; a backup wants a new file"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    let left = program.scratch.path + "/gone.db"
    try "of another".write(toFile: left + "-wal", atomically: true, encoding: .utf8)
    #expect(try program.run("backup", left).status == 65)
    let missing = try program.run("backup", program.scratch.path + "/nowhere/copy.db")
    #expect(missing.status != 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.scratch.path)
    #expect(!names.contains { $0.hasSuffix(".part") })
  }

  @Test func `copies that are made while others write are sound, each of one moment`() throws {
    let program = try Program.seeded()
    _ = try program.run("config", "set", "tap.doorRate", "0")
    let writer = Thread {
      for _ in 0..<30 { _ = try? program.run("tap", "send", "xxx/k1") }
    }
    writer.start()
    for turn in 0..<5 {
      let copy = program.scratch.path + "/copy-\(turn).db"
      #expect(try program.run("backup", copy).status == 0)
      let verified = try program.run("--database", copy, "audit", "verify")
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
    while !writer.isFinished { Thread.sleep(forTimeInterval: 0.05) }
  }
}
