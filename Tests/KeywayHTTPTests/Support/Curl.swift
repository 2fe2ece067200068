import Foundation
import Testing

/// The program `curl`, for no longer than 20 s.
enum Curl {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

  struct Run {
    let status: Int32
    let output: String
  }

  static func run(_ arguments: String...) throws -> Run {
    try Program.run("/usr/bin/curl", ["-sS", "--max-time", "20"] + arguments)
  }
}

/// Programs that are not ours.
enum Program {
  static func run(_ path: String, _ arguments: [String], in folder: String? = nil) throws
    -> Curl.Run
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Curl.Run(
      status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
  }
}
