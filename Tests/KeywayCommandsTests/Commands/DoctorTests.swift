import Foundation
import Glibc
import KeywayCore
import Testing

@Suite struct DoctorTests {
  private let program: Program
  private let zones: ZoneFolder

  init() throws {
    program = try Program.seeded()
    chmod(program.scratch.path, 0o700)
    zones = try ZoneFolder(["Asia/Tokyo", "Europe/Berlin"])
  }

  private func doctor(_ words: String...) throws -> Program.Run {
    try program.run(["doctor"] + words, input: [], environment: ["TZDIR": zones.path])
  }

  /// What is not ok, as `check subject status`.
  private func findings() throws -> [String] {
    let run = try doctor("--format", "json")
    let objects = try run.objects
    #expect(run.errors == "")
    let found = objects.filter { $0["status"] != .string("ok") }
    #expect(run.status == (found.isEmpty ? 0 : 1))
    return found.map { object in
      [object.text("check"), object.text("subject") ?? "-", object.text("status")]
        .compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func `what is in order is said, and the exit status is 0`() throws {
    let run = try doctor()
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.first?.split(separator: " ") == ["STATUS", "CHECK", "SUBJECT", "FINDING"])
    #expect(run.lines.dropFirst().allSatisfy { $0.hasPrefix("ok ") })
    let checks = try doctor("--format", "json").objects.map { $0.text("check") }
    #expect(
      checks == [
        "permissions", "database", "integrity", "log", "settings", "zones", "commands", "tzdata",
        "owners",
      ])
  }

  @Test func `a zone that vanished is a problem of its door, until it is back`() throws {
    try program.succeed("key", "issue", "s", "--door", "front", "--everyone", "--days", "mon")
    try zones.remove("Asia/Tokyo")
    #expect(try findings() == ["zones front problem"])
    let run = try doctor()
    #expect(
      run.output.contains(
        "the time zone 'Asia/Tokyo' of the door 'front' cannot be read: 1 key with a schedule is "
          + "denied zone_unavailable"))
    try "TZif, but not really".write(
      toFile: zones.path + "/Asia/Tokyo", atomically: true, encoding: .utf8)
    #expect(try findings() == ["zones front problem"])
    try zones.copy("Asia/Tokyo")
    #expect(try findings() == [])
  }

  @Test func `an old tz database is a warning, by its version or else by its file`() throws {
    let year = ZoneFolder.year
    try zones.set(version: "\(year - 2)a")
    #expect(try findings() == ["tzdata \(year - 2)a warning"])
    try zones.set(version: "\(year - 1)a", age: 400)
    #expect(try findings() == ["tzdata \(year - 1)a warning"])
    #expect(try doctor().output.contains("apt-get install --only-upgrade tzdata"))
    try zones.set(version: "\(year)a", age: 400)
    #expect(try findings() == [])
    try zones.remove("tzdata.zi")
    #expect(try findings() == ["tzdata unknown warning"])
    try "\(year - 2)c\n".write(
      toFile: zones.path + "/+VERSION", atomically: true, encoding: .utf8)
    #expect(try findings() == ["tzdata \(year - 2)c warning"])
  }

  @Test func `a setting that cannot be used is a problem by its name`() throws {
    try RawDatabase.execute(
      "INSERT INTO setting VALUES ('tap.maxAge', 'soon')", in: program.database)
    #expect(try findings() == ["settings tap.maxAge problem"])
  }

  @Test func `files that others may read are a warning, and stay so`() throws {
    chmod(program.database, 0o644)
    chmod(program.scratch.path, 0o777)
    defer { chmod(program.scratch.path, 0o700) }
    let (file, folder) = (try resolved(program.database), try resolved(program.scratch.path))
    let expected = ["permissions \(file) warning", "permissions \(folder) warning"]
    #expect(try findings() == expected)
    #expect(try findings() == expected)
  }

  @Test(arguments: [
    ("-log-key", ["audit", "checkpoint"]), ("-erasures", ["holder", "erase", "h1"]),
  ])
  func `a file beside it that others may read is a warning`(
    _ suffix: String, _ maker: [String]
  ) throws {
    _ = try program.run(maker, input: [])
    let file = program.database + suffix
    #expect(try findings() == [])
    chmod(file, 0o644)
    #expect(try findings() == ["permissions \(resolved(file)) warning"])
  }

  @Test func `what a killed process left is a warning, and is not touched`() throws {
    try RawDatabase.execute(
      """
      INSERT INTO command VALUES ('c1', 'front', 'unlock', 'pending', 0, 10000, NULL, 'dead', NULL,
        NULL)
      """, in: program.database)
    let young = program.database + "-owner-young"
    let old = program.database + "-owner-dead"
    for path in [young, old] { try "".write(toFile: path, atomically: false, encoding: .utf8) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: old)
    let expected = ["commands c1 warning", "owners \(try resolved(old)) warning"]
    #expect(try findings() == expected)
    let names = try program.scratch.names
    #expect(try findings() == expected)
    #expect(try program.scratch.names == names)
    #expect(names.contains("keyway.db-owner-dead") && names.contains("keyway.db-owner-young"))
  }

  @Test func `a database that nobody made is a problem, and is not made`() throws {
    let program = try Program()
    let run = try program.run("doctor", "--format", "json", environment: ["TZDIR": zones.path])
    #expect(run.status == 1)
    #expect(try run.objects.first?["status"] == .string("problem"))
    #expect(run.output.contains("there is no database at"))
    #expect(try program.scratch.names == [])
  }

  @Test(arguments: BadDatabase.allCases.filter { $0 != .missingFolder && $0 != .readOnly })
  func `a path that is no database of ours is a problem`(_ bad: BadDatabase) throws {
    let path = program.scratch.file("bad.db")
    try bad.make(at: path)
    let run = try program.run(
      "--database", path, "doctor", environment: ["TZDIR": zones.path])
    #expect(run.status == 1)
    #expect(run.output.contains(bad.words), "\(run.output)")
  }

  @Test func `a database that may not be written is looked at`() throws {
    let path = program.scratch.file("bad.db")
    try BadDatabase.readOnly.make(at: path)
    let run = try program.run("--database", path, "doctor", environment: ["TZDIR": zones.path])
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `a file that was overwritten is a problem, whatever is read`() throws {
    try RawDatabase.execute("PRAGMA wal_checkpoint(TRUNCATE)", in: program.database)
    var bytes = try #require(FileManager.default.contents(atPath: program.database))
    let start = bytes.count / 2
    for index in start..<bytes.count { bytes[index] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: program.database))
    let found = try findings()
    #expect(found.contains { $0.hasSuffix("problem") }, "\(found)")
    #expect(FileManager.default.contents(atPath: program.database) == bytes)
  }

  @Test func `nothing is written`() throws {
    let names = try program.scratch.names
    let bytes = FileManager.default.contents(atPath: program.database)
    #expect(try doctor().status == 0)
    #expect(try program.scratch.names == names)
    #expect(FileManager.default.contents(atPath: program.database) == bytes)
  }

  private func resolved(_ path: String) throws -> String {
    let resolved = try #require(realpath(path, nil))
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// A tz database of one test's own, of this year unless it is told otherwise.
struct ZoneFolder {
  private let scratch: Scratch
  var path: String { scratch.path }

  /// This year by the machine's clock, as the program sees it.
  static var year: Int {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    return Int(parts.tm_year) + 1900
  }

  /// Copies zones of the machine's.
  init(_ zones: [String]) throws {
    scratch = try Scratch()
    for zone in zones { try copy(zone) }
    try set(version: "\(Self.year)a")
  }

  func copy(_ zone: String) throws {
    let file = scratch.file(zone)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/" + zone, toPath: file)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: scratch.file(name))
  }

  /// - Parameter age: of the file that tells the version, in days.
  func set(version: String, age: Double = 0) throws {
    let file = scratch.file("tzdata.zi")
    try "# version \(version)\n".write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age * 86_400)], ofItemAtPath: file)
  }
}
