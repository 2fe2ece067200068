import Foundation
import Testing

/// Texts kept in files beside the tests.
enum Golden {
  /// Reads `Golden/<name>.txt`.
  static func text(of name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// Compares, or writes the file anew when `KEYWAY_BLESS` is set.
  static func expect(_ text: String, is name: String) throws {
    if ProcessInfo.processInfo.environment["KEYWAY_BLESS"] != nil {
      try text.write(to: file(name), atomically: true, encoding: .utf8)
    }
    #expect(try text == Golden.text(of: name))
  }

  private static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden").appendingPathComponent("\(name).txt")
  }
}
