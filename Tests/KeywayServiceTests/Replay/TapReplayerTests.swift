import KeywayCore
import KeywayService
import Testing

@Suite struct TapReplayerTests {
  @Test(arguments: Recording.all)
  func `a recording gives what it expects, twice with the same bytes`(
    _ recording: Recording
  ) throws {
    let lines = try recording.replay(recording.taps)
    for line in lines { #expect(line.differences == [], "line \(line.output["line"] ?? .null)") }
    let again = try recording.replay(recording.taps)
    #expect(lines.map(\.output) == again.map(\.output))
    #expect(lines.count == (try recording.taps.count))
  }

  @Test func `lines of another file are other taps`() throws {
    let replayer = try Recording.all[1].replayer()
    let line = Array(
      #"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"xxx/kf"}"#.utf8)
    let other = Array(
      #"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"xxx/kv"}"#.utf8)
    for bytes in [line, other] {
      let read = try #require(try RecordingLine.read(bytes.span, number: 1))
      #expect(try replayer.replay(read).output["reason"] == .string("wrong_holder"))
      replayer.beginFile()
    }
  }

  @Test func `a lock that no door has is an error of its line`() throws {
    let line = Array(
      #"{"at":"2026-03-02T08:00:00Z","event":"lock","door":"nowhere","state":"failed"}"#.utf8)
    let error = #expect(throws: RecordingError.self) {
      try Recording.all[1].replay([line])
    }
    #expect(error?.field == "door")
  }
}
