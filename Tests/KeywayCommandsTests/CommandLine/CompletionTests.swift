import Foundation
import Testing

@testable import KeywayCommands

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `scripts are made from the declarations`(_ shell: Shell) throws {
    try Golden.expect(
      Bakery.tree.completions(for: shell), is: "completions-\(shell.rawValue)")
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "needs /bin/bash"),
    arguments: CompletionVector.all)
  func `bash offers what may stand there`(_ vector: CompletionVector) throws {
    let words = vector.words.map(ShellQuote.posix).joined(separator: " ")
    let script =
      Bakery.tree.completions(for: .bash)
        + """
        COMP_WORDS=(\(words))
        COMP_CWORD=\(vector.words.count - 1)
        _bakery
        printf '%s ' "${COMPREPLY[@]}"
        """
    #expect(try output(of: script) == vector.expected)
  }

  private func output(of script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["--norc", "-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent()
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }
}

struct CompletionVector: Sendable, CustomTestStringConvertible {
  let words: [String]
  let expected: String
  var testDescription: String { words.joined(separator: " ") }

  init(_ words: [String], _ expected: String) {
    self.words = ["bakery"] + words
    self.expected = expected
  }

  static let all = [
    Self([""], "bread customer import open help --book --format --help"),
    Self(["b"], "bread"),
    Self(["--format", ""], "table json"),
    Self(["--format", "="], "table json"),
    Self(["--format", "=", "j"], "json"),
    Self(["--format", "json", "c"], "customer"),
    Self(["--format", "=", "json", "bread", "l"], "list"),
    Self(["bread", ""], "bake list edit --book --format --help"),
    Self(["bread", "bake", "a", "--grain", "b"], "buckwheat barley"),
    Self(["bread", "bake", "a", "--oven", ""], ""),
    Self(["bread", "bake", "a", "--oven", "1", "--st"], "--steam"),
    Self(["bread", "edit", "--no"], "--no-price --no-label"),
    Self(["open", "s"], "sat sun"),
    Self(["import", "Bake"], "Bakery.swift"),
    Self(["--book", "Bake"], "Bakery.swift"),
    Self(["nothing", "x"], ""),
  ]
}
