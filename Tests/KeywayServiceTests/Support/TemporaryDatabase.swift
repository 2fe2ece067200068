import Foundation

/// A database file of one test's own, removed with it.
final class TemporaryDatabase: Sendable {
  private let folder: String
  var path: String { folder + "/keyway.db" }

  init() throws {
    folder = NSTemporaryDirectory() + "keyway-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
