import Foundation
import Glibc
import KeywayCore
import Testing

@Suite struct DatabaseTests {
  @Test func `the database is where the option, then the variables say`() throws {
    let program = try Program()
    let folder = program.scratch
    let data = folder.file("data")
    #expect(
      try program.run("--database", folder.file("given.db"), "config", "list").status == 0)
    #expect(try folder.names.contains("given.db"))
    #expect(try !folder.names.contains("keyway.db"))
    let home = ["KEYWAY_DATABASE": "", "HOME": folder.path]
    #expect(
      try program.run(
        "config", "list", environment: home.merging(["XDG_DATA_HOME": data]) { $1 }
      ).status == 0)
    #expect(FileManager.default.fileExists(atPath: data + "/keyway/keyway.db"))
    for relative in ["", "data"] {
      let environment = home.merging(["XDG_DATA_HOME": relative]) { $1 }
      #expect(try program.run("config", "list", environment: environment).status == 0)
    }
    #expect(
      FileManager.default.fileExists(atPath: folder.file(".local/share/keyway/keyway.db")))
  }

  @Test func `folders of the default place, and the file, are for this user only`() throws {
    let program = try Program()
    let data = program.scratch.file("data")
    let environment = ["KEYWAY_DATABASE": "", "XDG_DATA_HOME": data]
    #expect(try program.run("config", "list", environment: environment).status == 0)
    #expect(Self.mode(of: data) == 0o700)
    #expect(Self.mode(of: data + "/keyway") == 0o700)
    #expect(Self.mode(of: data + "/keyway/keyway.db") == 0o600)
  }

  @Test func `no place at all is wrong usage`() throws {
    let run = try Program().run(
      "config", "list", environment: ["KEYWAY_DATABASE": "", "HOME": ""])
    #expect(run.status == 64)
    #expect(run.errors.contains("--database PATH"))
  }

  @Test(arguments: BadDatabase.allCases)
  func `a path that is no database of ours is told apart`(_ bad: BadDatabase) throws {
    let program = try Program()
    let path = program.scratch.file(bad == .missingFolder ? "none/bad.db" : "bad.db")
    try bad.make(at: path)
    for command in [["config", "list"], ["tap", "send", "xxx/k1"]] {
      let run = try program.run(["--database", path] + command, input: [])
      #expect(run.status == bad.status, "\(run.errors)")
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("keyway: "))
      #expect(run.errors.contains(bad.words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  private static func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}

/// Something at the path of a database that is none, or not to be used.
enum BadDatabase: String, CaseIterable, Sendable {
  case text, folder, readOnly, newer, foreign, missingFolder

  var status: Int32 {
    switch self {
    case .text, .folder, .newer, .foreign: 65
    case .readOnly: 77
    case .missingFolder: 66
    }
  }

  var words: String {
    switch self {
    case .text: "is not a database"
    case .folder: "is a folder"
    case .readOnly: "is read-only"
    case .newer: "use the newer program"
    case .foreign: "a database of another program"
    case .missingFolder: "could not be created"
    }
  }

  func make(at path: String) throws {
    switch self {
    case .text:
      let text = String(repeating: "This is a text, not a database.\n", count: 100)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case .readOnly:
      try Seed.registry(at: path)
      chmod(path, 0o400)
    case .newer:
      try Seed.registry(at: path)
      try RawDatabase.execute("PRAGMA user_version = 999", in: path)
    case .foreign:
      try RawDatabase.execute("CREATE TABLE theirs (id)", in: path)
    case .missingFolder:
      break
    }
  }
}
