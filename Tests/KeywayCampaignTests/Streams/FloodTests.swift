import Foundation
import Testing

extension Campaigns {
  /// More bad taps than anybody makes.
  @Suite struct FloodTests {
    /// What the database may have grown to, whatever the number of taps.
    private static let limit = 6 << 20

    @Test func `a flood of bad taps leaves little and keeps nobody else out`() throws {
      let count = Campaigns.count(5_000, whole: 1_000_000)
      let keyway = try Keyway(house: House())
      let recording = try keyway.scratch.write(Self.recording(count), as: "flood.jsonl")
      let flooded = keyway.scratch.file("flooded.db")
      let run = try keyway.run(
        "tap", "replay", "--into", flooded, recording, output: "/dev/null")
      try keyway.expectDone(run)
      let size = try ["", "-wal"].map { suffix in
        try keyway.scratch.bytes(of: "flooded.db" + suffix).count
      }.reduce(0, +)
      let other = Keyway(keyway, database: flooded)
      let entries = try other.run("audit", "export").lines.count
      print("flood of \(count): \(size >> 10) KiB, \(entries) entries, \(run.seconds) s")
      #expect(size < Self.limit)
      // A thousand for the phone's malformed links, a thousand for all unknown phones, and what is
      // shared by the minute.
      #expect(entries < 2_200 + count / 100)
      try other.expectDone(other.run("audit", "verify"))
    }

    /// A thousand taps a second: malformed ones, unknown ids from one phone and from phones that
    /// nobody knows; at the end a good one from another phone.
    private static func recording(_ count: Int) -> [UInt8] {
      var text: [UInt8] = []
      for index in 0..<count {
        text += #"{"at":"\#(instant(index))","channel":"qr","#.utf8
        switch index % 3 {
        case 0: text += #""device":"p0","link":"xxx/k0/x"}"#.utf8
        case 1: text += #""device":"p0","link":"xxx/guess-\#(index)"}"#.utf8
        default: text += #""device":"new-\#(index)","link":"xxx/k0"}"#.utf8
        }
        text.append(0x0A)
      }
      text += #"{"at":"\#(instant(count))","channel":"qr","device":"p1","link":"xxx/k0","#.utf8
      text += #""expect":{"outcome":"granted"}}"#.utf8
      return text
    }

    private static func instant(_ milliseconds: Int) -> String {
      let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60]
      let time = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      let rest = String(1_000 + milliseconds % 1_000).dropFirst()
      return "2026-03-02T\(time).\(rest)Z"
    }
  }
}
