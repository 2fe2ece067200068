import Foundation
import Glibc
import Testing

/// Python's own reader of JSON.
enum Python {
  private static let program = "/usr/bin/python3"
  static let isInstalled = access(program, X_OK) == 0

  /// What a line of Python prints, in which `d` is what the file at the path holds.
  static func run(_ line: String, _ path: String) throws -> String {
    let scratch = try Scratch()
    let (output, errors) = (scratch.file("out"), scratch.file("err"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    let status = try Program.spawn(
      [program, "-c", "import json, sys; d = json.load(open(sys.argv[1], 'rb'))\n\(line)", path],
      environment: ["PATH=/usr/bin:/bin"], &actions)
    let words = try String(contentsOfFile: errors, encoding: .utf8)
    try #require(status == 0, "\(words)")
    return try String(contentsOfFile: output, encoding: .utf8)
      .trimmingCharacters(in: .newlines)
  }
}
