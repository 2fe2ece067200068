import Foundation
import Glibc
import KeywayCore
import Testing

extension Campaigns {
  /// `kill -9` of the job that makes sets.
  @Suite struct GenerateCrashTests {
    @Test func `files are whole, the next job completes, and nothing acknowledged comes again`()
      throws
    {
      var dice = Dice()
      let phones = Campaigns.count(1_500, whole: 20_000)
      let start = try Keyway(house: House(phones: phones, keys: 3))
      let folder = start.scratch.file("sets")
      let took = try start.copy().run("shortcut", "generate", "--output", folder)
      try start.expectDone(took)
      try FileManager.default.removeItem(atPath: folder)
      var (interrupted, acknowledged) = (0, Set<String>())
      for turn in 0..<Campaigns.count(3, whole: 30) {
        // Each turn changes what every phone shows.
        let name = "Key of turn \(turn)"
        try start.expectDone(start.run("key", "edit", "k0", "--name", name))
        let process = try start.start(["shortcut", "generate", "--changed", "--output", folder])
        usleep(UInt32.random(in: 0..<UInt32(took.seconds * 1.1e6), using: &dice))
        process.kill()
        if try process.wait().status != 0 { interrupted += 1 }
        let half = try Self.sets(below: folder)
        // Part of what arrived is acknowledged.
        acknowledged = []
        var lines = ""
        for (phone, set) in half where set.title == name && Bool.random(using: &dice) {
          acknowledged.insert(phone)
          lines += "\(phone) \(set.version)\n"
        }
        try start.expectDone(start.run("shortcut", "ack", "--stdin", input: lines))
        let rest = try start.run("shortcut", "generate", "--changed")
        try start.expectDone(rest)
        let given = try Set(rest.objects.compactMap { $0.text("device") })
        #expect(given.isDisjoint(with: acknowledged), "seed \(dice.seed)")
        #expect(given.count + acknowledged.count == phones, "seed \(dice.seed)")
        try start.expectDone(
          start.run("shortcut", "generate", "--changed", "--output", folder))
        let whole = try Self.sets(below: folder)
        #expect(whole.count == phones, "seed \(dice.seed)")
        #expect(
          whole.values.allSatisfy { $0.title == name && $0.version == turn + 1 },
          "seed \(dice.seed)")
        let all = whole.map { "\($0.key) \($0.value.version)\n" }.joined()
        try start.expectDone(start.run("shortcut", "ack", "--stdin", input: all))
        #expect(try start.run("shortcut", "generate", "--changed").lines == [])
      }
      try start.expectSound("seed \(dice.seed)")
      print("killed jobs: \(interrupted) were cut short, seed \(dice.seed)")
    }

    private struct Found {
      let version: Int
      /// What the item of the first key says.
      let title: String

      init(_ object: JSONObject) throws {
        guard case .integer(let version)? = object["version"],
          case .array(let items)? = object["items"],
          case .object(let item)? = items.first(where: {
            if case .object(let item) = $0 { item.text("type") == "k0" } else { false }
          }), let title = item.text("localizedTitle")
        else { throw JSONObject.NotAnObject(line: "no version, no items") }
        self.version = Int(version)
        self.title = title
      }
    }

    /// By phone; throws for a file that is not whole.
    private static func sets(below folder: String) throws -> [String: Found] {
      var sets: [String: Found] = [:]
      guard let files = FileManager.default.enumerator(atPath: folder) else { return sets }
      for case let name as String in files where name.hasSuffix(".json") {
        let line = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        try #require(line.hasSuffix("}\n"), "\(name)")
        let object = try JSONObject(line: String(line.dropLast()))
        sets[try #require(object.text("device"))] = try Found(object)
      }
      return sets
    }
  }
}
