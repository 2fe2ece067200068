import CSQLite
import Foundation
import KeywayCore
import Testing

@Suite struct EraseCommandTests {
  private let program: Program

  init() throws {
    program = try Program.seeded()
    try program.succeed("holder", "edit", "h1", "--name", "Aoi Mori")
    try program.succeed(
      "key", "issue", "k3", "--door", "front", "--holder", "h1", "--name", "Aoi's flat")
    try program.succeed("shortcut", "issue", "phone-1")
  }

  /// Whether the text stands in the database or a file beside it.
  private func stands(_ text: String) throws -> Bool {
    try program.scratch.names.contains { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: program.scratch.file(name)))
      return String(data: bytes, encoding: .isoLatin1)?.contains(text) == true
    }
  }

  private func recorded() throws -> String {
    try String(contentsOfFile: program.database + "-erasures", encoding: .utf8)
  }

  @Test func `a person is erased, and no file has the name any more`() throws {
    #expect(try program.run("tap", "send", "xxx/k2", "--device", "phone-1").status == 0)
    #expect(try stands("Aoi"))
    let rehearsed = try program.run("holder", "erase", "h", "--dry-run")
    #expect(try stands("Aoi"))
    let run = try program.run("holder", "erase", "h", "--because", "Aoi asked for it")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output
        == "holder h1: erased\ndevice phone-1: removed\nkey k2: erased\nkey k3: erased\n")
    #expect(rehearsed.output == run.output)
    #expect(try !stands("Aoi"))
    #expect(try recorded() == "h1\n")
    for link in ["xxx/k2", "xxx/k1"] {
      #expect(try program.run("tap", "send", link, "--device", "phone-1").status == 1)
    }
    #expect(try program.run("tap", "send", "xxx/k1").status == 0)
    #expect(try program.run("audit", "verify").status == 0)
  }

  @Test func `erasing again is done and changes nothing`() throws {
    try program.succeed("holder", "offboard", "h1")
    try program.succeed("holder", "remove", "h1")
    #expect(
      try program.run("holder", "erase", "h1").output
        == "holder h1: erased\nkey k2: erased\nkey k3: erased\n")
    let (registry, log) = (try program.exported(), try program.log())
    let again = try program.run("holder", "erase", "h1", "--format", "json")
    #expect(again.status == 0)
    #expect(again.output == #"{"id":"h1","state":"removed"}"# + "\n")
    #expect(try program.run("holder", "erase", "h1").output == "holder h1: unchanged\n")
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
  }

  @Test(arguments: [("-erasures", Int32(65)), ("-erasures-new", 74)])
  func `what cannot be recorded does not happen`(_ suffix: String, _ status: Int32) throws {
    let (registry, log) = (try program.exported(), try program.log())
    let place = program.database + suffix
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let run = try program.run("holder", "erase", "h1")
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("keyway: the list of erasures "))
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
  }

  @Test func `somebody who reads meanwhile is told of`() throws {
    var reader: OpaquePointer?
    defer { sqlite3_close(reader) }
    #expect(sqlite3_open(program.database, &reader) == SQLITE_OK)
    let begin = "BEGIN; SELECT count(*) FROM log_leaf"
    #expect(sqlite3_exec(reader, begin, nil, nil, nil) == SQLITE_OK)
    let run = try program.run("holder", "erase", "h1")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("holder h1: erased\n"))
    #expect(run.errors.contains("keyway.db-wal' until whoever reads"), "\(run.errors)")
    #expect(try stands("Aoi"))
    #expect(sqlite3_exec(reader, "COMMIT", nil, nil, nil) == SQLITE_OK)
    #expect(try program.run("holder", "erase", "h1").errors == "")
    #expect(try !stands("Aoi"))
  }

  @Test func `the log says who was erased to nobody, and tables and files show it`() throws {
    let pseudonym = try program.run("audit", "list", "--format", "json").objects
      .first { $0.text("object") == "holder" }?.text("id")
    try program.succeed("holder", "erase", "h1")
    let entries = try program.run("audit", "list", "--format", "json").objects.suffix(4)
    #expect(entries.map { $0.text("verb") } == ["erase", "remove", "erase", "erase"])
    #expect(entries.first?.text("id") == pseudonym)
    let table = try program.run("audit", "list").output
    #expect(table.contains("erase key k3 state=revoked"))
    #expect(try program.run("audit", "list", "--key", "k3").output.contains("erase key"))
    let csv = try program.run("audit", "export", "--csv")
    #expect(csv.output.contains(",erase,"), "\(csv.errors)")
    #expect(try program.run("audit", "list", "--holder", "h1").status == 66)
    #expect(try program.run("audit", "export", "--as-recording").status != 65)
  }
}
