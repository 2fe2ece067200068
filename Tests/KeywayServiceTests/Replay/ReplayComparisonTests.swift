import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore
import Testing

@Suite struct ReplayComparisonTests {
  /// A door with two keys for everyone, of which the second has these fields more.
  private static func site(_ fields: String = "", devices: String = #"{"id":"p"}"#) -> String {
    #"{"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"Etc/UTC","lock":{"driver":"simulator"}}],"#
      + #""devices":[\#(devices)],"keys":[{"id":"k1","door":"d","holder":null,"name":"1"},"#
      + #"{"id":"k2","door":"d","holder":null,"name":"2"\#(fields)}]}"#
  }

  private static func comparison(_ other: String) throws -> ReplayComparison {
    ReplayComparison(
      .init(try replayer(site()), name: "one.site.json"),
      against: .init(try replayer(other), name: "two.site.json"))
  }

  private static func replayer(_ site: String) throws -> TapReplayer {
    try TapReplayer(zones: .machine) { now, random in
      let store = try SQLiteStore(path: ":memory:", now: now, random: random)
      let environment = ServiceEnvironment(
        store: store, now: { now }, random: random, zones: .machine)
      _ = try RegistryService(environment: environment)
        .importSite(SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "test"))
      return store
    }
  }

  private static func compare(_ lines: [String], _ other: String) throws -> [JSONObject] {
    let comparison = try comparison(other)
    return try lines.enumerated().compactMap { index, text in
      try RecordingLine.read(text.utf8.span, number: index + 1).flatMap(comparison.replay)?.json
    }
  }

  private static func link(_ key: String, at second: Int, _ more: String = "") -> String {
    #"{"at":"2026-03-02T08:00:\#(second < 10 ? "0" : "")\#(second)Z","channel":"qr","#
      + #""link":"xxx/\#(key)"\#(more)}"#
  }

  @Test func `only taps that differ are told, with both outcomes`() throws {
    let lines = [Self.link("k1", at: 0), Self.link("k2", at: 1, #","tap":"t2""#)]
    let found = try Self.compare(lines, Self.site(#","state":"suspended""#))
    #expect(
      found == [
        [
          "line": .integer(2), "at": .string("2026-03-02T08:00:01.000Z"), "tap": .string("t2"),
          "key": .string("k2"), "door": .string("d"),
          "here": .object(["outcome": .string("granted"), "door": .string("d")]),
          "against": .object([
            "outcome": .string("denied"), "reason": .string("suspended"),
            "detail": .string("key"), "door": .string("d"),
          ]),
        ]
      ])
    #expect(try Self.compare(lines, Self.site()) == [])
  }

  @Test func `the summary counts by key, door and reason`() throws {
    let comparison = try Self.comparison(
      Self.site(#","maxUses":1,"validUntil":"2026-03-02T08:00:03Z""#))
    for second in 0..<5 {
      let text = Self.link(second == 0 ? "k1" : "k2", at: second)
      _ = try RecordingLine.read(text.utf8.span, number: second + 1).map(comparison.replay)
    }
    #expect(
      comparison.summary.lines == [
        "differ: 3 of 5 taps", "key k2: 3", "door d: 3", "granted -> expired: 2",
        "granted -> uses_exhausted: 1",
      ])
  }

  @Test func `denials that differ only in when they end differ`() throws {
    let lines = [Self.link("k2", at: 0)]
    func denied(from instant: String) -> String { #","validFrom":"\#(instant)""# }
    let comparison = ReplayComparison(
      .init(try Self.replayer(Self.site(denied(from: "2026-03-03T00:00:00Z"))), name: "1"),
      against: .init(try Self.replayer(Self.site(denied(from: "2026-03-04T00:00:00Z"))), name: "2"))
    let line = try present(RecordingLine.read(lines[0].utf8.span, number: 1))
    #expect(try comparison.replay(line) != nil)
    #expect(comparison.summary.lines.last == "not_yet_valid, other nextValid: 1")
  }

  @Test func `a tap that is handed over counts, and one that repeats another does not`() throws {
    let lines = [
      #"{"at":"2026-03-02T08:00:00Z","device":"p","event":"launch"}"#,
      #"{"at":"2026-03-02T08:00:00Z","device":"p","channel":"launchOptions","item":{"type":"k2"}}"#,
      #"{"at":"2026-03-02T08:00:01Z","device":"p","event":"active"}"#,
      Self.link("k2", at: 2, #","device":"p","tap":"t""#),
      Self.link("k2", at: 3, #","device":"p","tap":"t""#),
      #"{"at":"2026-03-02T08:00:04Z","device":"p","event":"background"}"#,
    ]
    let found = try Self.compare(lines, Self.site(#","state":"suspended""#))
    #expect(found.map { $0["line"] } == [.integer(3), .integer(4)])
    #expect(found.map { $0.text("device") } == ["p", "p"])
    #expect(found[0].text("tap") == "p-1772438400000-1")
  }

  @Test func `what is expected is not judged`() throws {
    let lines = [Self.link("k1", at: 0, #","expect":{"outcome":"denied"}"#)]
    #expect(try Self.compare(lines, Self.site()) == [])
  }

  @Test(arguments: [
    #"{"at":"2026-03-02T08:00:00Z","event":"lock","door":"e","state":"failed"}"#,
    #"{"at":"2026-03-02T08:00:00Z","apply":{"keyway":1,"keys":[{"id":"k3","door":"e","holder":null,"name":"3"}]}}"#,
  ])
  func `an error says in which registry it is one`(_ line: String) throws {
    let door = #"{"id":"e","name":"E","timeZone":"Etc/UTC"}"#
    let other = Self.site().replacing(#""doors":["#, with: #""doors":[\#(door),"#)
    for isFirst in [true, false] {
      let sides = try [Self.replayer(Self.site()), Self.replayer(other)]
      let comparison = ReplayComparison(
        .init(sides[isFirst ? 0 : 1], name: "one.json"),
        against: .init(sides[isFirst ? 1 : 0], name: "two.db"))
      let line = try present(RecordingLine.read(line.utf8.span, number: 7))
      let error = #expect(throws: RecordingError.self) { try comparison.replay(line) }
      #expect(error?.line == 7)
      #expect(
        error?.message.hasSuffix("(in the registry of \(isFirst ? "one.json" : "two.db"))") == true)
    }
  }

  @Test func `an instant that goes back is the recording's own fault`() throws {
    let comparison = try Self.comparison(Self.site())
    let lines = [Self.link("k1", at: 1), Self.link("k1", at: 0)]
      .enumerated().map { ($0.offset + 1, $0.element) }
    let first = try present(RecordingLine.read(lines[0].1.utf8.span, number: 1))
    let second = try present(RecordingLine.read(lines[1].1.utf8.span, number: 2))
    _ = try comparison.replay(first)
    let error = #expect(throws: RecordingError.self) { try comparison.replay(second) }
    #expect(error?.message.contains("registry") == false)
    comparison.beginFile()
    _ = try comparison.replay(second)
  }
}
