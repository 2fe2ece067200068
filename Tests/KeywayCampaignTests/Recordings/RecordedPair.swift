import Foundation
import KeywayCore
import Testing

/// A recording of `Tests/Recordings` with its site file and the set that its phone is given.
struct RecordedPair: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }
  var site: String { Self.folder + "/\(name).site.json" }
  var taps: String { Self.folder + "/\(name).taps.jsonl" }

  /// The members of the set, without `issuedAt`.
  var set: JSONObject {
    get throws {
      let path = Self.folder + "/\(name).set.json"
      return try JSONObject(line: String(contentsOfFile: path, encoding: .utf8))
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Recordings").path

  /// All of them; none when the folder is not beside the tests.
  static let all: [RecordedPair] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".taps.jsonl") }.sorted()
      .map { RecordedPair(name: String($0.dropLast(".taps.jsonl".count))) }
  }()

  static let smartLock = RecordedPair(name: "smart-lock")

  /// The lines of the recording.
  func lines() throws -> [String] {
    try String(contentsOfFile: taps, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// A new database with the site file imported.
  func house() throws -> Keyway {
    let keyway = try Keyway()
    try keyway.expectDone(try keyway.run("import", site))
    return keyway
  }
}
