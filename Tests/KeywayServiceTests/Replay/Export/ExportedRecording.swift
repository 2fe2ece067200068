import KeywayCore
import KeywaySQLite
import KeywayStore

@testable import KeywayService

/// A log's taps as a recording, and what could not be written.
struct ExportedRecording {
  private(set) var lines: [JSONObject] = []
  private(set) var unwritten: [Int64: String] = [:]
  let report: RecordingExport.Report

  init(of house: TestHouse, since: Timestamp? = nil, until: Timestamp? = nil) throws {
    var lines: [JSONObject] = []
    var unwritten: [Int64: String] = [:]
    let export = RecordingExport(environment: house.environment, since: since, until: until)
    report = try export.write {
      lines.append($0)
    } unwritten: {
      unwritten[$0] = $1
    }
    self.lines = lines
    self.unwritten = unwritten
  }

  /// The lines of taps.
  var taps: [JSONObject] { lines.filter { $0["channel"] != nil } }

  /// Replays on a copy of that registry, every line as it would stand in a file.
  func replay(on registry: any Store) throws -> [ReplayedLine] {
    let replayer = try TapReplayer(zones: .machine) { now, random in
      let copy = try SQLiteStore(path: ":memory:", now: now, random: random)
      try RegistryCopy().copy(from: registry, to: copy)
      return copy
    }
    return try lines.enumerated().compactMap { index, line in
      let bytes = CanonicalJSON.bytes(of: .object(line))
      return try RecordingLine.read(bytes.span, number: index + 1).map(replayer.replay)
    }
  }
}
