import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct RecordingExportRandomTests {
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["KEYWAY_SEED"].flatMap(UInt64.init) { return seed..<seed + 1 }
    return 1..<(environment["KEYWAY_SOAK"] == "1" ? 5_000 : 120)
  }()

  @Test func `a replay on the registry as it was gives the logged decisions`() throws {
    var told = 0
    var grants = 0
    for seed in Self.seeds {
      let live = try LiveHouse(seed: seed)
      try live.live(40)
      let recording = try ExportedRecording(of: live.house)
      let problems = try problems(of: recording, live)
      try #require(problems.isEmpty, "seed \(seed):\n\(problems.joined(separator: "\n"))")
      for tap in recording.taps where tap.object("expect")?.text("outcome") == "granted" {
        grants += 1
        if tap.object("expect")?["command"] != nil { told += 1 }
      }
    }
    #expect(told * 100 > grants * 85, "\(told) of \(grants) grants say how they came to a command")
  }

  /// Where the replay says something else than what was expected, or than what senders were told.
  private func problems(of recording: ExportedRecording, _ live: LiveHouse) throws -> [String] {
    let replayed = try recording.replay(on: live.before)
    var problems: [String] = []
    for line in replayed where !line.differences.isEmpty {
      problems.append("\(line.output["line"] ?? .null): \(line.differences)")
    }
    var outputs: [String: [JSONObject]] = [:]
    for (line, output) in zip(recording.lines, replayed) where line["channel"] != nil {
      let name = [line.text("received") ?? line.text("at"), line.text("device"), line.text("tap")]
      outputs[name.map { $0 ?? "-" }.joined(separator: " "), default: []].append(output.output)
    }
    let entries = try live.house.entries("decision")
    let logged = live.decided.filter(\.isLogged)
    if entries.count != logged.count { problems.append("\(entries.count) entries") }
    for (entry, decided) in zip(entries, logged) {
      let sequence = entry.integer("seq") ?? -1
      if let words = recording.unwritten[sequence] {
        if !decided.mayBeMissing { problems.append("\(sequence): \(words)") }
        continue
      }
      // Of two local users with the same id, the second's has a number behind it.
      let names =
        ["\(decided.name).\(sequence)", decided.name]
        + outputs.keys.filter { $0.hasPrefix("\(decided.name).") }
      guard let name = names.first(where: { outputs[$0]?.isEmpty == false }),
        let output = outputs[name]?.removeFirst()
      else {
        problems.append("\(sequence): there is no \(decided.name)")
        continue
      }
      for field in ["outcome", "reason", "detail", "key", "door"]
      where output[field] != decided.answer.members[field] {
        problems.append(
          "\(sequence): \(field) is not as in \(Self.text(entry)): \(Self.text(output))")
      }
    }
    if !outputs.values.allSatisfy(\.isEmpty) { problems.append("more was written than logged") }
    return problems
  }

  private static func text(_ object: JSONObject) -> String {
    String(decoding: CanonicalJSON.bytes(of: .object(object)), as: UTF8.self)
  }
}

extension LiveHouse.Decided {
  /// The instant of the decision, the device and the tap id as they stand in a recording.
  fileprivate var name: String {
    var tap = request.tap.id
    let parts = tap.split(separator: "-")
    if parts.count == 3, parts[1].count == 13 {
      tap = ([Substring(request.device ?? "unknown")] + parts.dropFirst()).joined(separator: "-")
    }
    return [at.rfc3339, request.device ?? "-", tap].joined(separator: " ")
  }

  /// Whether the log has too little of the tap.
  fileprivate var mayBeMissing: Bool {
    guard case .denied(let refusal) = answer.decision else { return false }
    if refusal.reason == .clockSkew || refusal.reason == .tapConflict { return true }
    if request.device == "ghost" { return request.tap.id.contains("-") || isGhostly }
    switch request.payload {
    case .item(let type, _):
      return answer.key == nil && Self.isCut(Array(type.utf8))
    case .link(let bytes):
      return refusal.reason == .malformedLink && bytes.count < 3_000 && Self.isCut(bytes)
    }
  }

  /// Whether the tap id begins with the name of a phone that nobody knows.
  private var isGhostly: Bool { request.tap.id.hasPrefix("ghost") || isTextCut }

  private var isTextCut: Bool {
    switch request.payload {
    case .item(let type, _): Self.isCut(Array(type.utf8))
    case .link(let bytes): Self.isCut(bytes)
    }
  }

  private static func isCut(_ bytes: [UInt8]) -> Bool {
    bytes.count > 256 || bytes.contains { "?#@".utf8.contains($0) } || bytes.contains(0xFF)
  }
}
