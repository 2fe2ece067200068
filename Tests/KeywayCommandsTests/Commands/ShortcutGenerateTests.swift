import Foundation
import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayStore
import Testing

@Suite struct ShortcutGenerateTests {
  private let program: Program

  init() throws {
    program = try Program()
    try Seed.registry(at: program.database)
  }

  /// Where the set of a phone is below a folder.
  private func place(of phone: String, below folder: String) -> String {
    let digits = SHA256Hasher().hash(phone.utf8.span).hex
    return "\(folder)/\(digits.prefix(2))/\(digits.dropFirst(2).prefix(2))/\(phone).json"
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a line for each phone is what the phone is issued`() throws {
    let run = try program.run("shortcut", "generate")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.count == 2)
    for (line, phone) in zip(run.lines, ["phone-1", "phone-2"]) {
      #expect(try program.run("shortcut", "issue", phone).output == line + "\n")
    }
  }

  @Test func `what was acknowledged is not given again, and a failed push is`() throws {
    #expect(try program.run("shortcut", "generate", "--changed").lines.count == 2)
    #expect(
      try program.run("shortcut", "ack", "--stdin", input: "phone-1 1\n").status == 0)
    let again = try program.run("shortcut", "generate", "--changed")
    #expect(again.status == 0)
    #expect(try again.objects.map { $0.text("device") } == ["phone-2"])
  }

  @Test func `files lie in two levels of folders, and those of removed phones go`() throws {
    let folder = program.scratch.file("sets")
    let run = try program.run("shortcut", "generate", "--output", folder + "/")
    #expect(run.status == 0)
    #expect(run.output == "")
    #expect(run.errors == "2 sets written below \(folder)/\n")
    for phone in ["phone-1", "phone-2"] {
      #expect(
        try contents(place(of: phone, below: folder))
          == program.run("shortcut", "issue", phone).output)
    }
    #expect(try program.run("device", "remove", "phone-2").status == 0)
    #expect(try program.run("shortcut", "generate", "--changed", "--output", folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: place(of: "phone-2", below: folder)))
    #expect(FileManager.default.fileExists(atPath: place(of: "phone-1", below: folder)))
  }

  @Test func `a file that says the same already is left alone`() throws {
    let folder = program.scratch.file("sets")
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    let place = place(of: "phone-1", below: folder)
    func identity() throws -> Int {
      try #require(
        FileManager.default.attributesOfItem(atPath: place)[.systemFileNumber] as? Int)
    }
    let before = try identity()
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    #expect(try identity() == before)
    try "x".write(toFile: place, atomically: false, encoding: .utf8)
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    #expect(try contents(place) == program.run("shortcut", "issue", "phone-1").output)
  }

  @Test func `a phone whose file cannot be written fails alone, at the end`() throws {
    let folder = program.scratch.file("sets")
    let place = place(of: "phone-1", below: folder)
    try FileManager.default.createDirectory(
      atPath: place + "/in the way", withIntermediateDirectories: true)
    let run = try program.run("shortcut", "generate", "--output", folder)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        1 sets written below \(folder)
        phone-1: \(place): Is a directory
        1 phones failed

        """)
    #expect(FileManager.default.fileExists(atPath: self.place(of: "phone-2", below: folder)))
    let parent = (place as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["phone-1.json"])
  }

  @Test func `phones are named in a file, and those that do not exist fail`() throws {
    let run = try program.run(
      "shortcut", "generate", "--devices", "-", input: "phone-2\r\n\nnobody\n")
    #expect(run.status == 1)
    #expect(try run.objects.map { $0.text("device") } == ["phone-2"])
    #expect(run.errors == "nobody: is unknown\n1 phones failed\n")
    let bad = try program.run("shortcut", "generate", "--devices", "-", input: "phone-2\n-x\n")
    #expect(bad.status == 65)
    #expect(bad.errors == "keyway: -: line 2: is not the id of a device\n")
    #expect(bad.output == "")
    #expect(try program.run("shortcut", "generate", "--devices", "none").status == 66)
  }

  @Test func `a rehearsal at another time shows it and changes nothing`() throws {
    #expect(
      try program.run("key", "edit", "k2", "--valid-until", "2030-01-01T00:00:00Z").status == 0)
    let run = try program.run(
      "shortcut", "generate", "--at", "2030-01-01T00:00:00Z", "--dry-run", "--format", "json")
    #expect(run.status == 0)
    #expect(try #require(run.lines.first).contains(#"{"reason":"expired","type":"k2"}"#))
    #expect(try #require(run.lines.first).contains(#""issuedAt":"2030-01-01T00:00:00.000Z""#))
    #expect(try program.run("shortcut", "show", "phone-1").output.contains(#""version":1"#))
    #expect(try program.run("shortcut", "generate", "--at", "2030-01-01T00:00:00Z").status == 64)
    #expect(
      try program.run("shortcut", "generate", "--output", "x", "--dry-run").status == 64)
    #expect(
      try program.run("shortcut", "generate", "--at", "2030-01-01", "--dry-run").status == 65)
  }

  @Test func `sets are in the phone's language, or the one that is asked for`() throws {
    let texts = #"{"ja":{"title":"検索"},"de":{"title":"Suche"}}"#
    #expect(
      try program.run("action", "edit", "search", "--localizations", texts).status == 0)
    for phone in ["phone-1", "phone-2"] {
      #expect(try program.run("device", "edit", phone, "--shortcut-limit", "all").status == 0)
    }
    #expect(try program.run("device", "edit", "phone-1", "--language", "ja-JP").status == 0)
    let own = try program.run("shortcut", "generate").lines
    #expect(own.map { $0.contains("検索") } == [true, false])
    let german = try program.run("shortcut", "generate", "--language", "de").lines
    #expect(german.allSatisfy { $0.contains("Suche") })
    let finnish = try program.run("shortcut", "show", "phone-1", "--language", "fi").output
    #expect(finnish.contains("\"Search\""))
    #expect(try program.run("shortcut", "show", "phone-1", "--language", "f_i").status == 64)
  }

  @Test func `a second job at once is busy`() throws {
    let store = try Seed.store(at: program.database)
    let claim = try store.claim("generate")
    let run = try program.run("shortcut", "generate")
    #expect(run.status == 75)
    #expect(run.errors == "keyway: another process does this job; try again when it has ended\n")
    // Rehearsals do not count.
    #expect(try program.run("shortcut", "generate", "--dry-run").status == 0)
    withExtendedLifetime(claim) {}
  }
}
