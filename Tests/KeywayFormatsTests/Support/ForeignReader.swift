import Foundation

/// Programs that read and write property lists and are not Keyway's.
enum ForeignReader {
  struct Failure: Error { let words: String }

  static let python = find("python3")
  /// The one that comes with the Swift toolchain.
  static let plutil = find("plutil")

  /// Gives the program the bytes as a file, whose path is its last argument.
  ///
  /// - Returns: its standard output.
  /// - Throws: ``Failure`` when it does not end with 0.
  static func run(_ program: String?, _ arguments: [String], file bytes: [UInt8]) throws -> [UInt8]
  {
    guard let program else { throw Failure(words: "is not installed") }
    let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(bytes).write(to: file)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments + [file.path]
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let bytes = [UInt8](try Data(contentsOf: output))
    guard process.terminationStatus == 0 else {
      throw Failure(words: String(decoding: bytes, as: UTF8.self))
    }
    return bytes
  }

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
