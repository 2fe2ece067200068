import Foundation
import KeywayCore
import Testing

extension Program {
  /// The registry as `export` prints it.
  func exported() throws -> [UInt8] {
    let run = try run("export")
    try #require(run.status == 0, "\(run.errors)")
    return run.bytes
  }

  /// The log's entries, one a line.
  func log() throws -> [String] { try run("audit", "list", "--format", "json").lines }

  /// Runs words with `--format json`, which must succeed, and returns the only object printed.
  func object(_ words: String...) throws -> JSONObject {
    let run = try run(words + ["--format", "json"], input: [])
    try #require(run.status == 0, "\(words): \(run.errors)")
    return try run.object
  }

  /// The same for lists: the member of each object.
  func column(_ member: String, of words: String...) throws -> [JSONValue?] {
    let run = try run(words + ["--format", "json"], input: [])
    try #require(run.status == 0, "\(words): \(run.errors)")
    return try run.objects.map { $0[member] }
  }

  /// Runs words that must succeed.
  @discardableResult
  func succeed(_ words: String..., input: String = "") throws -> Run {
    let run = try run(words, input: Array(input.utf8))
    try #require(run.status == 0, "\(words): \(run.errors)")
    return run
  }

  /// The path of a file of the recordings.
  static func recording(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Recordings/\(name)").path
  }
}

extension JSONObject {
  /// The value of a path such as `decision.reason`.
  func at(_ path: String) -> JSONValue? {
    var value: JSONValue? = .object(self)
    for step in path.split(separator: ".") {
      guard case .object(let object)? = value else { return nil }
      value = object[String(step)]
    }
    return value
  }
}
