import Testing

@Suite struct BadImportCommandTests {
  /// A registry with a door, a key, a revoked key and a removed holder.
  private static func program() throws -> Program {
    let program = try Program()
    try program.succeed("door", "add", "d", "--name", "D", "--time-zone", "Asia/Tokyo")
    try program.succeed("key", "issue", "k", "--door", "d", "--everyone")
    try program.succeed("key", "issue", "gone", "--door", "d", "--everyone")
    try program.succeed("key", "revoke", "gone")
    try program.succeed("holder", "add", "old", "--name", "Old")
    try program.succeed("holder", "remove", "old")
    return program
  }

  @Test(arguments: BadImport.all)
  func `a bad file is refused with its line and field, and changes nothing`(
    _ bad: BadImport
  ) throws {
    let program = try Self.program()
    let (registry, log) = (try program.exported(), try program.log())
    for extra in [[], ["--dry-run"]] {
      let run = try program.run(["import", "-"] + extra, input: Array(bad.file.utf8))
      #expect(run.status == 65)
      #expect(run.output == "")
      let said = run.errors.split(separator: "\n")
      #expect(said.count == bad.lines.count, "\(run.errors)")
      for (line, expected) in zip(said, bad.lines) {
        #expect(line.hasPrefix("keyway: \(expected)"))
      }
    }
    #expect(try program.exported() == registry)
    #expect(try program.log() == log)
  }

  @Test func `words of a file cannot write lines of their own`() throws {
    let run = try Program().run("import", "-", input: #"{"keyway":1,"a\nb\u001b[31m":1}"#)
    #expect(run.status == 65)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `a file that is not there is another failure`() throws {
    #expect(try Program().run("import", "/nowhere/site.json").status == 66)
    #expect(try Program().run("import", "/").status == 65)
  }
}
