import Testing

extension Campaigns {
  /// Large files in little memory and sensible time.
  @Suite struct SizeTests {
    private static let limit = 300 << 20

    @Test func `a large import and a long replay stay small`() throws {
      let count = Campaigns.count(1_000, whole: 20_000)
      let keyway = try Keyway()
      let house = House(doors: 100, phones: 100, keys: count)
      let site = try keyway.scratch.write(house.text, as: "site.json")
      let imported = try keyway.run("import", site)
      try keyway.expectDone(imported)
      let recording = try keyway.scratch.write(Self.recording(count), as: "taps.jsonl")
      let replayed = try keyway.run("tap", "replay", recording)
      try keyway.expectDone(replayed)
      #expect(replayed.lines.count == count)
      for (name, run) in [("import", imported), ("replay", replayed)] {
        print("\(name) of \(count): \(run.memory >> 20) MiB, \(run.seconds) s")
        #expect(run.memory > 1 << 20 && run.memory < Self.limit, "\(name): \(run.memory) bytes")
        #expect(run.seconds < Double(count) / 200, "\(name): \(run.seconds) s")
      }
    }

    /// A tap a second, on one key after the other.
    private static func recording(_ count: Int) -> String {
      (0..<count).map { i in
        let (hour, minute, second) = (i / 3_600, i / 60 % 60, i % 60)
        let time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return #"{"at":"2026-03-02T\#(time.joined(separator: ":"))Z","channel":"qr","#
          + #""link":"xxx/k\#(i)","expect":{"outcome":"granted"}}"#
      }.joined(separator: "\n")
    }
  }
}
