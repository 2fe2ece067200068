import Foundation
import Testing

/// The program `curl`, for no longer than 20 s.
enum Curl {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

  static func run(_ arguments: String...) throws -> Program.Run {
    try run(arguments)
  }

  static func run(_ arguments: [String]) throws -> Program.Run {
    try Program.run("/usr/bin/curl", ["-sS", "--max-time", "20"] + arguments)
  }
}
