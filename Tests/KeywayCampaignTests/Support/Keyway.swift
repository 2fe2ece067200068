import Foundation
import Glibc
import Testing

/// The built `keyway` and a database that it works on.
struct Keyway: Sendable {
  let scratch: Scratch
  let database: String

  init() throws {
    scratch = try Scratch()
    database = scratch.file("keyway.db")
  }

  /// The same files by another path.
  init(_ other: Keyway, database: String) {
    scratch = other.scratch
    self.database = database
  }

  /// A database with the house imported.
  init(house: House) throws {
    try self.init()
    let site = try scratch.write(house.text, as: "site.json")
    try expectDone(run("import", site))
  }

  /// Lifts the limits on how often devices tap and doors open.
  func lift() throws {
    for rate in ["tap.deviceRate", "tap.doorRate"] {
      _ = try text("INSERT INTO setting VALUES ('\(rate)', '0')")
    }
  }

  /// Another one that starts as a copy of this one's files. No process may be writing.
  func copy() throws -> Keyway {
    let copy = try Keyway()
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database + suffix) {
      try FileManager.default.copyItem(atPath: database + suffix, toPath: copy.database + suffix)
    }
    return copy
  }

  func run(_ arguments: String..., input: String = "", output: String? = nil) throws -> Run {
    try start(arguments, input: Array(input.utf8), output: output).wait()
  }

  func run(_ arguments: [String]) throws -> Run { try start(arguments).wait() }

  /// Runs the shell's words, in which `"$@"` is the program with its arguments.
  func run(shell: String, _ arguments: [String]) throws -> Run {
    try spawn(["/bin/sh", "-c", shell, "sh", Self.executable] + arguments).wait()
  }

  func start(
    _ arguments: [String], input: [UInt8] = [], output: String? = nil, hasOwnGroup: Bool = false
  ) throws -> RunningProcess {
    try spawn(
      [Self.executable] + arguments, input: input, output: output, hasOwnGroup: hasOwnGroup)
  }

  private func spawn(
    _ arguments: [String], input: [UInt8] = [], output: String? = nil, hasOwnGroup: Bool = false
  ) throws -> RunningProcess {
    try RunningProcess(
      arguments, input: input,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": scratch.path, "KEYWAY_DATABASE": database,
        "SWIFT_BACKTRACE": "enable=no",
      ], output: output, hasOwnGroup: hasOwnGroup)
  }

  /// The only object that a command prints, which must be done.
  func expectDone(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(run.status == 0, "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
  }

  /// Beside the test bundle.
  static let executable: String = {
    let bundle = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let places = [bundle] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    for path in places {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      let candidate = folder.appendingPathComponent("keyway").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return "keyway"
  }()
}
