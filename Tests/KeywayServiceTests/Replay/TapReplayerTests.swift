import KeywayCore
import KeywaySQLite
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

  @Test func `a lock that takes its time is waited for`() throws {
    let site = #"""
      {"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"Etc/UTC","lock":{"driver":"simulator"}}],
       "keys":[{"id":"k","door":"d","holder":null,"name":"K","maxUses":1}]}
      """#
    let replayer = try TapReplayer(zones: .machine) { now, random in
      let store = try SQLiteStore(path: ":memory:", now: now, random: random)
      let environment = ServiceEnvironment(
        store: store, now: { now }, random: random, zones: .machine)
      _ = try RegistryService(environment: environment)
        .importSite(SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "test"))
      return store
    }
    var lines = [
      #"{"at":"2026-03-02T08:00:00Z","event":"lock","door":"d","state":"offline","after":"20s"}"#
    ]
    for instant in ["00.000", "01.000", "19.999", "20.000"] {
      lines.append(#"{"at":"2026-03-02T08:00:\#(instant)Z","channel":"qr","link":"xxx/k"}"#)
    }
    let outputs = try lines.enumerated().compactMap { index, text in
      try RecordingLine.read(text.utf8.span, number: index + 1).map(replayer.replay)?.output
    }
    #expect(
      outputs.dropFirst().map { $0.text("reason") ?? $0.text("command") } == [
        "new", "uses_exhausted", "uses_exhausted", "new",
      ])
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
