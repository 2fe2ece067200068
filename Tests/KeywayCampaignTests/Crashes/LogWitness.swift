import Foundation
import KeywayCore
import Testing

/// A database with a log, what was seen of the log so far, and what has to be seen next.
struct LogWitness {
  /// So many that every import fills a tile.
  static let keys = 300
  private static let doors = 6
  private static let holders = 2

  /// A site of which every import under another word changes the same number of records.
  static func house(_ word: String) -> House {
    House(doors: doors, phones: holders, keys: keys, word: word)
  }

  let keyway: Keyway
  /// How long an import takes that nobody disturbs.
  let importSeconds: Double
  /// How long a tap takes.
  let tapSeconds: Double
  /// The entries that are known, as exported.
  private var known: [String]
  /// The commands that they tell of.
  private var commands: Set<String> = []

  init() throws {
    keyway = try Keyway(house: Self.house("Old"))
    try keyway.lift()
    let site = try keyway.scratch.write(Self.house("New").text, as: "new.json")
    let run = try keyway.run("import", site)
    try keyway.expectDone(run)
    importSeconds = run.seconds
    let tap = try keyway.run("tap", "send", "xxx/k0")
    try keyway.expectDone(tap)
    tapSeconds = tap.seconds
    known = try keyway.run("audit", "export").lines
  }

  /// Writes a checkpoint of the log as it stands to a file; gives its path.
  func promise() throws -> String {
    let run = try keyway.run("audit", "checkpoint")
    try keyway.expectDone(run)
    return try keyway.scratch.write(run.bytes, as: "promise")
  }

  func expectKept(_ promise: String, _ comment: Comment) throws {
    let run = try keyway.run("audit", "verify", "--checkpoint", promise)
    #expect(run.status == 0, "\(comment): \(run.output)\(run.errors)")
  }

  /// The entries that were appended since the last call, or since the start.
  mutating func newEntries(_ comment: Comment) throws -> [JSONObject] {
    let lines = try keyway.run("audit", "export").lines
    #expect(lines.starts(with: known), comment)
    let new = try lines.dropFirst(known.count).map { try JSONObject(line: $0) }
    known = lines
    commands.formUnion(new.compactMap { $0.text("command") })
    return new
  }

  /// Whether an import is there: as many entries as it has records, one behind the other, and the
  /// registry that they tell of; or not at all.
  func expectWholeImport(
    of word: String, _ run: Run, in new: [JSONObject], _ comment: Comment
  ) throws -> String {
    let places = new.indices.filter { new[$0].text("kind") == "administration" }
    let isThere = !places.isEmpty
    if isThere {
      #expect(places.count == Self.doors + Self.holders + Self.keys, comment)
      #expect(places.last.map { $0 - places[0] + 1 } == places.count, comment)
    }
    let names = try keyway.registry().components(separatedBy: "\"\(word) ").count - 1
    #expect(names == places.count, comment)
    if run.status == 0 { #expect(isThere, "\(comment): acknowledged, and lost") }
    return isThere ? run.status == 0 ? "acknowledged" : "whole" : "absent"
  }

  /// Whether a tap is there: one decision, its attempt and, when it was granted, its command; or
  /// none of them.
  func expectWholeTap(
    _ tap: String, _ run: Run, in new: [JSONObject], _ comment: Comment
  ) throws -> String {
    let decisions = new.decisions(onTap: tap)
    let attempt = try keyway.run("attempt", "show", tap, "--format", "json")
    let isAcknowledged = run.output.hasSuffix("\n")
    guard let decision = decisions.first else {
      #expect(!isAcknowledged, "\(comment): \(tap) was acknowledged, and lost")
      #expect(run.lockWords == 0, "\(comment): \(tap) opened, and is not written")
      #expect(attempt.status == 66, "\(comment): \(attempt.output)")
      return "absent"
    }
    #expect(decisions.count == 1, comment)
    let found = try attempt.object
    #expect(found["seq"] == decision["seq"], comment)
    #expect(found["outcome"] == .string("granted"), comment)
    #expect(decision["outcome"] == .string("granted"), comment)
    guard case .object(let actuation)? = found["actuation"] else {
      Issue.record("\(comment): \(tap) was granted without a command")
      return "half"
    }
    #expect(actuation["command"] == decision["command"], comment)
    if run.lockWords > 0 {
      let sent = new.filter { $0["command"] == decision["command"] && $0.text("state") == "sent" }
      #expect(sent.count == 1, comment)
    }
    return isAcknowledged ? "acknowledged" : "whole"
  }

  /// Nothing was appended but the import, decisions on taps and what became of known commands.
  func expectNothingElse(in new: [JSONObject], _ comment: Comment) {
    for entry in new where entry.text("kind") != "administration" {
      let command = entry.text("command")
      #expect(command.map(commands.contains) == true, comment)
      #expect(["decision", "actuation"].contains(entry.text("kind")), comment)
    }
  }
}
