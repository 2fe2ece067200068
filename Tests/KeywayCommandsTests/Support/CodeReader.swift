import Foundation
import Glibc
import Testing

/// Debian's `zbarimg`, which reads QR codes and is none of ours.
enum CodeReader {
  private static let program = "/usr/bin/zbarimg"
  static let isInstalled = access(program, X_OK) == 0

  /// The text of the only code in an image: a PNG or a PGM file.
  static func read(_ image: [UInt8]) throws -> String {
    let scratch = try Scratch()
    let (file, output) = (scratch.file("image"), scratch.file("text"))
    try Data(image).write(to: URL(fileURLWithPath: file))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let status = try Program.spawn(
      [program, "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", file],
      environment: ["HOME=\(scratch.path)", "PATH=/usr/bin:/bin"], &actions)
    try #require(status == 0, "zbarimg ended with \(status)")
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
