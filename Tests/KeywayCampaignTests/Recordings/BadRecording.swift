import KeywayCore
import Testing

/// A recording whose second line is wrong.
struct BadRecording: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let words: String
  let bytes: [UInt8]

  private init(_ description: String, _ words: String, _ second: [UInt8]) {
    testDescription = description
    self.words = words
    bytes = Array(Self.first.utf8) + second
  }

  private init(_ description: String, _ words: String, _ second: String) {
    self.init(description, words, Array(second.utf8))
  }

  private static let first =
    #"{"at":"2026-03-02T08:00:00.000Z","channel":"qr","link":"xxx/kfront"}"# + "\n"

  static let all = [
    BadRecording(
      "goes back in time", "bad.jsonl: line 2: 'at' is 2026-03-02T07:59:59.999Z, earlier than",
      #"{"at":"2026-03-02T07:59:59.999Z","channel":"qr","link":"xxx/kfront"}"#),
    BadRecording(
      "an instant that is none", "bad.jsonl: line 2: 'at' is \"2026-02-30T08:00:00Z\"",
      #"{"at":"2026-02-30T08:00:00Z","channel":"qr","link":"xxx/kfront"}"#),
    BadRecording(
      "an unknown channel", "bad.jsonl: line 2: 'channel' is \"smoke\", which is not one of",
      #"{"at":"2026-03-02T08:00:00Z","channel":"smoke","link":"xxx/kfront"}"#),
    BadRecording(
      "a field that is unknown", "bad.jsonl: line 2: 'lnk' is not a field of a recording",
      #"{"at":"2026-03-02T08:00:00Z","channel":"qr","lnk":"xxx/kfront"}"#),
    BadRecording(
      "a field twice", "bad.jsonl: line 2",
      #"{"at":"2026-03-02T08:00:00Z","at":"2026-03-02T08:00:00Z","channel":"qr","link":"x"}"#),
    BadRecording(
      "a field that is missing", "bad.jsonl: line 2: 'channel' is missing",
      #"{"at":"2026-03-02T08:00:00Z","link":"xxx/kfront"}"#),
    BadRecording("half a line", "bad.jsonl: line 2", #"{"at":"2026-03-02T08:00:00Z","chan"#),
    BadRecording("a list", "bad.jsonl: line 2", "[]"),
    BadRecording("a byte-order mark", "bad.jsonl: line 2", "\u{FEFF}{}"),
    BadRecording(
      "bytes that are not UTF-8", "bad.jsonl: line 2, column 57: the bytes are not UTF-8",
      Array(#"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"xxx/"#.utf8) + [0xFF, 0x22, 0x7D]),
    BadRecording(
      "a line of ten megabytes", "bad.jsonl: line 2 is longer than 1048576 bytes",
      [UInt8](repeating: 0x78, count: 10_000_000)),
    BadRecording(
      "a line of zeros", "bad.jsonl: line 2", [UInt8](repeating: 0, count: 100)),
    BadRecording(
      "nested too deeply", "bad.jsonl: line 2",
      Array(#"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"#.utf8)
        + [UInt8](repeating: 0x5B, count: 500_000)),
  ]
}

extension Campaigns {
  @Suite struct BadRecordingTests {
    @Test(arguments: BadRecording.all)
    func `a bad line is named, and only the lines before it are answered`(
      _ bad: BadRecording
    ) throws {
      let keyway = try Keyway()
      let file = try keyway.scratch.write(bad.bytes, as: "bad.jsonl")
      let run = try keyway.run("tap", "replay", "--site", RecordedPair.smartLock.site, file)
      #expect(run.status == 65)
      #expect(run.saidOneSentence && run.errors.contains(bad.words), "\(run.errors)")
      #expect(run.errors.utf8.count < 1_000, "a message is not the line")
      #expect(try run.objects.map { $0["line"] } == [.integer(1)])
    }

    @Test(arguments: BadRecording.all)
    func `nothing is blessed in a recording with a bad line`(_ bad: BadRecording) throws {
      let keyway = try Keyway()
      let file = try keyway.scratch.write(bad.bytes, as: "bad.jsonl")
      let site = RecordedPair.smartLock.site
      let run = try keyway.run("tap", "replay", "--site", site, "--bless", file)
      #expect(run.status == 65, "\(run.errors)")
      #expect(try keyway.scratch.bytes(of: "bad.jsonl") == bad.bytes)
      #expect(try keyway.scratch.names == ["bad.jsonl"])
    }
  }
}
