import Foundation
import KeywayCore
import KeywayService

@testable import KeywayWebhook

/// A folder of one test's own with a secret, and a door whose lock is told from there.
final class TestHouse: Sendable {
  static let secret = "a secret of a door and no other!"
  static let now = Timestamp(milliseconds: 1_772_438_400_000)

  let folder: String
  var secretFile: String { folder + "/secret" }

  init() throws {
    folder = NSTemporaryDirectory() + "keyway-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write(Self.secret + "\n", mode: 0o600)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func write(_ secret: String, mode: Int) throws {
    try Data(secret.utf8).write(to: URL(fileURLWithPath: secretFile))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: secretFile)
  }

  /// The members of a lock at that URL which may be on this machine.
  func settings(_ url: String, _ others: [String: String] = [:]) -> JSONObject {
    var settings: JSONObject = [
      "driver": .string("webhook"), "url": .string(url), "secretFile": .string(secretFile),
      "allowPrivate": .string("true"),
    ]
    for (name, value) in others { settings[name] = .string(value) }
    return settings
  }

  /// A driver whose clocks stand.
  static let lock = WebhookLock(now: { now }, uptime: { .zero })

  static func command(_ verb: LockCommand.Verb = .unlock) throws -> LockCommand {
    LockCommand(
      id: try id("01jq8w3c5v0000000000000001"), door: try id("front"), verb: verb,
      decidedAt: now, deadline: Timestamp(milliseconds: now.milliseconds + 10_000), owner: "test")
  }

  static func id<Owner>(_ text: String) throws -> Identifier<Owner> {
    guard let id = Identifier<Owner>(text) else { throw CocoaError(.formatting) }
    return id
  }

  /// Tells the lock with a limit that no answer on this machine reaches.
  func tell(
    _ settings: JSONObject, _ verb: LockCommand.Verb = .unlock,
    within limit: Duration = .seconds(60)
  ) throws -> LockResponse {
    Self.lock.send(try Self.command(verb), settings: settings, within: limit)
  }
}
