import Foundation
import Glibc
import KeywayCore
import Testing

/// The built `keyway`, run as a process with a database of its own.
struct Program: Sendable {
  /// How a run ended.
  struct Run: Sendable {
    /// The exit status, or the negative number of the signal that ended it.
    let status: Int32
    let bytes: [UInt8]
    let errors: String

    var output: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The JSON objects of the output, one a line.
    var objects: [JSONObject] {
      get throws {
        try lines.map { line in
          guard case .object(let object) = try JSONValue(parsing: line.utf8.span) else {
            throw NotAnObject(line: line)
          }
          return object
        }
      }
    }

    /// The only object of the output.
    var object: JSONObject {
      get throws {
        let objects = try objects
        try #require(objects.count == 1, "\(output)\(errors)")
        return objects[0]
      }
    }
  }

  struct NotAnObject: Error { let line: String }
  struct DidNotStart: Error { let errno: Int32 }

  /// After so many seconds a run is killed.
  private static let limit = 30.0

  let scratch: Scratch
  var database: String { scratch.file("keyway.db") }

  init() throws { scratch = try Scratch() }

  /// Runs with these arguments, this standard input, and `KEYWAY_DATABASE` unless `environment`
  /// says otherwise; nothing else of the test's own environment but `PATH` is passed on.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    output: String? = nil, executable: String = executable
  ) throws -> Run {
    try run(
      arguments, input: Array(input.utf8), environment: environment, output: output,
      executable: executable)
  }

  /// `output` is the path of a file to write to instead; then there are no bytes.
  func run(
    _ arguments: [String], input: [UInt8], environment: [String: String] = [:],
    output: String? = nil, executable: String = executable
  ) throws -> Run {
    let files = try Scratch()
    let (stdin, stdout) = (files.file("in"), output ?? files.file("out"))
    let stderr = files.file("err")
    try Data(input).write(to: URL(fileURLWithPath: stdin))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, stdin, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, stdout, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, stderr, O_WRONLY | O_CREAT, 0o600)
    let all = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "KEYWAY_DATABASE": database]
      .merging(environment) { $1 }
    let status = try Self.spawn(
      [executable] + arguments, environment: all.map { "\($0)=\($1)" }, &actions)
    let bytes = output == nil ? [UInt8](try Data(contentsOf: URL(fileURLWithPath: stdout))) : []
    let errors = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: stderr)), as: UTF8.self)
    return Run(status: status, bytes: bytes, errors: errors)
  }

  /// Beside the test bundle.
  static let executable: String = {
    let bundle = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let folders = [bundle] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    for path in folders {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      let candidate = folder.appendingPathComponent("keyway").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return "keyway"
  }()

  /// Runs any program to its end.
  static func spawn(
    _ arguments: [String], environment: [String], _ actions: inout posix_spawn_file_actions_t
  ) throws -> Int32 {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp)
    guard error == 0 else { throw DidNotStart(errno: error) }
    return wait(for: process)
  }

  private static func wait(for process: pid_t) -> Int32 {
    let deadline = Date().addingTimeInterval(limit)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if Date() > deadline { kill(process, SIGKILL) }
      usleep(500)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }
}
