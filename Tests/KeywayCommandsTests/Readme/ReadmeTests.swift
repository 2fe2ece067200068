import Foundation
import Glibc
import Testing

/// The sessions of the README, pasted into one shell from top to bottom.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What stands in blocks that are said to be for a shell, but for what `make` does.
  private static func session() throws -> String {
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    var lines: [Substring] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```sh"
      } else if isInside, !line.hasPrefix("make "), !line.hasPrefix("export PATH=") {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func `every command of the README does what it says when pasted`() throws {
    let session = try Self.session()
    #expect(session.contains("keyway shortcut generate"))
    let program = try Program()
    let folder = URL(fileURLWithPath: Program.executable).deletingLastPathComponent().path
    let place = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: place.file("Tests"),
      withDestinationPath: Self.root.appendingPathComponent("Tests").path)
    let script = "cd '\(place.path)'\nset -ex\n\(session)\n"
    let run = try program.run(
      "-s", input: script,
      environment: ["PATH": "\(folder):/usr/bin:/bin", "TMPDIR": place.path],
      executable: "/bin/sh")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try place.names.contains("k2.svg"))
  }
}
