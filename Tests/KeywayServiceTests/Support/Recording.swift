import Foundation
import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore

/// One of the recordings beside the tests, with its site file and its set.
struct Recording: Sendable, CustomStringConvertible {
  let name: String

  static let all = ["contacts", "delivery", "elements", "messages", "smart-lock", "user-info"]
    .map(Recording.init)

  var description: String { name }

  var site: [UInt8] { get throws { try bytes("site.json") } }
  var set: [UInt8] { get throws { try bytes("set.json") } }
  var taps: [[UInt8]] {
    get throws { try bytes("taps.jsonl").split(separator: 0x0A).map(Array.init) }
  }

  private func bytes(_ ending: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Recordings/\(name).\(ending)")))
  }

  /// Replays on a private store that has the recording's site.
  func replay(_ lines: [[UInt8]]) throws -> [ReplayedLine] {
    let replayer = try replayer()
    return try lines.enumerated().compactMap { index, bytes in
      try RecordingLine.read(bytes.span, number: index + 1).map(replayer.replay)
    }
  }

  /// A replayer whose private store has the recording's site.
  func replayer() throws -> TapReplayer {
    try TapReplayer(zones: .machine) { now, random in
      let store = try SQLiteStore(path: ":memory:", now: now, random: random)
      let environment = ServiceEnvironment(
        store: store, now: { now }, random: { [UInt8](repeating: 1, count: $0) }, zones: .machine)
      _ = try RegistryService(environment: environment)
        .importSite(SiteFile(parsing: site), actor: Actor(name: "test"))
      return store
    }
  }
}
