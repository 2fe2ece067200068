import Foundation

/// A folder of one test's own, removed with the last reference to it.
///
/// In memory where the machine offers that: what is tested is the program, not the disk. A soak
/// uses the disk.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let isOffered = FileManager.default.isWritableFile(atPath: memory) && !Campaigns.isWhole
    let parent = isOffered ? memory : NSTemporaryDirectory()
    path = "\(parent)/keyway-campaign-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Writes a file, and gives its path.
  @discardableResult
  func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
