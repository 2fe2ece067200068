import Foundation
import KeywayCore
import Testing

/// How a process ended.
struct Run: Sendable {
  /// The exit status, or the negative number of the signal that ended it.
  let status: Int32
  let bytes: [UInt8]
  let errors: String
  /// When it was started, and when it was found to have ended.
  let started: Date
  let ended: Date
  /// The most memory that it had, in bytes, as far as it was seen.
  let memory: Int

  var output: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [String] { output.split(separator: "\n").map(String.init) }
  var seconds: Double { ended.timeIntervalSince(started) }

  /// The JSON objects of the output, one a line.
  var objects: [JSONObject] {
    get throws { try lines.map { try JSONObject(line: $0) } }
  }

  /// The only object of the output.
  var object: JSONObject {
    get throws {
      let objects = try objects
      try #require(objects.count == 1, "\(output)\(errors)")
      return objects[0]
    }
  }

  /// How often the simulated lock was told something.
  var lockWords: Int { errors.split(separator: "\n").count { $0.hasPrefix("simulator: ") } }

  /// Whether it said one sentence under its own name, and no more than that.
  var saidOneSentence: Bool {
    errors.hasPrefix("keyway: ") && errors.hasSuffix("\n") && errors.count { $0 == "\n" } == 1
  }
}

extension JSONObject {
  struct NotAnObject: Error { let line: String }

  init(line: String) throws {
    guard case .object(let object) = try JSONValue(parsing: line.utf8.span) else {
      throw NotAnObject(line: line)
    }
    self = object
  }
}
