import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// What is written of taps of which the log has little, and which of them cannot be written.
@Suite struct TapRebuilderTests {
  private let database: TemporaryDatabase
  private let house: TestHouse

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path, zones: .machine)
    try house.furnish()
    try house.set("link.hosts", to: "door.example")
  }

  /// The only line, which must come out again in a replay.
  private func line(of taps: [TapRequest]) throws -> JSONObject {
    for tap in taps { _ = try house.decide(tap) }
    let recording = try ExportedRecording(of: house)
    #expect(recording.unwritten == [:])
    let replayed = try recording.replay(on: house.store)
    #expect(replayed.allSatisfy { $0.differences.isEmpty }, "\(replayed.map(\.output))")
    return try present(recording.taps.last)
  }

  /// Why the last entry is not in the recording.
  private func reason() throws -> String {
    let unwritten = try ExportedRecording(of: house).unwritten
    let entry = try present(unwritten.keys.max())
    #expect(entry == Int64(try house.entries().count - 1))
    return unwritten[entry] ?? ""
  }

  @Test(arguments: [
    ("xxx/own", "xxx/own"), ("keyway://unlock/own", "keyway://unlock/own"),
    ("KEYWAY://UNLOCK/own", "keyway://unlock/own"),
    ("https://door.example/u/own?utm_id=1", "https://door.example/u/own"),
    ("https://door.example/u/own?exp=1&sig=a", "https://door.example/u/own?sig=0"),
    ("https://door.example/u/none?gclid=1", "https://door.example/u/none"),
    ("https://door.example/u/none?gclid=1&n=2", "https://door.example/u/none?sig=0"),
    ("xxx/front", "xxx/front"), ("xxx/none", "xxx/none"), ("keyway://open/x", "keyway://open/x"),
    ("", ""), ("xxx/a b\\\u{7}", "xxx/a b\\\u{7}"), ("xxx/é", "xxx/é"),
  ])
  func `a link that decides alike is written`(_ link: String, _ written: String) throws {
    #expect(try line(of: [house.tap("t1", link: link)]).text("link") == written)
  }

  @Test func `of a link that is too long only the length counts`() throws {
    let link = try line(of: [house.tap("t1", link: String(repeating: "é?", count: 1_000))])
    #expect(link.text("link")?.utf8.count == 3_000)
    _ = try house.decide(house.tap("t2", link: String(repeating: "a", count: 1_000_001)))
    #expect(try reason() == UnwrittenTap.textTooLong.words)
  }

  @Test(arguments: ["xxx/a?b", "xxx/a#b", "keyway://me@unlock/a", "https://x/u/a?sig=1"])
  func `a malformed link of which the end is missing is not guessed at`(_ link: String) throws {
    _ = try house.decide(house.tap("t1", link: link))
    #expect(try reason() == UnwrittenTap.textCut.words)
  }

  @Test func `a malformed link is named when its start is kept no longer`() throws {
    _ = try house.decide(house.tap("t1", link: "xxx/a/b"))
    #expect(try ExportedRecording(of: house).unwritten == [:])
    try ForeignProgram(path: database.path).run("DELETE FROM rejected_link")
    #expect(try reason() == UnwrittenTap.textPruned.words)
  }

  @Test func `bytes that are no text are not written`() throws {
    let tap = TapRequest(
      tap: TapIdentity(sender: "device:phone", id: "t"), device: "phone",
      payload: .link([0x78, 0xFF]), channel: .qr, tappedAt: house.now)
    _ = try house.decide(tap)
    #expect(try reason() == UnwrittenTap.textNotUTF8.words)
  }

  @Test func `an item is written by its type`() throws {
    #expect(try line(of: [house.tap("t1", item: "own")]).object("item")?.text("type") == "own")
    #expect(
      try line(of: [house.tap("t2", item: "no such")]).object("item")?.text("type") == "no such")
    _ = try house.decide(house.tap("t3", item: "who?"))
    #expect(try reason() == UnwrittenTap.textCut.words)
  }

  @Test func `an item on no phone is not written`() throws {
    _ = try house.decide(house.tap("t1", item: "own", device: nil))
    #expect(try reason() == UnwrittenTap.itemWithoutPhone.words)
  }

  @Test func `a tap that lies ahead is not written`() throws {
    let later = Timestamp(milliseconds: house.now.milliseconds + 1)
    _ = try house.decide(house.tap("t1", tappedAt: later))
    #expect(try reason() == UnwrittenTap.clockSkew.words)
    // The age of a link that is none is not looked at.
    _ = try house.decide(house.tap("t2", link: "x", tappedAt: later))
    let taps = try ExportedRecording(of: house).taps
    #expect(taps.map { $0.text("tap") } == ["t2"])
    #expect(taps[0].text("at") == house.now.rfc3339 && taps[0]["received"] == nil)
  }

  @Test(arguments: ["phone-1772438400000-1", "phone", "phone.a", "mine"])
  func `the phone's own tap ids are turned back`(_ id: String) throws {
    #expect(try line(of: [house.tap(id)]).text("tap") == id)
  }

  @Test func `a tap id that was named after something else names the phone`() throws {
    #expect(try line(of: [house.tap("app-1772438400000-1")]).text("tap") == "phone-1772438400000-1")
    let long = String(repeating: "a", count: 110) + "-177243840000012345-1"
    #expect(long.utf8.count > 128 - "phone".utf8.count)
    #expect(try line(of: [house.tap(long)]).text("tap") == "phone-177243840000012345-1")
  }

  @Test func `two local users with one id are two taps`() throws {
    for user in ["user:0", "user:1", "user:2"] {
      let tap = TapRequest(
        tap: TapIdentity(sender: user, id: "t"), device: nil,
        payload: .link(Array("xxx/own".utf8)), channel: .qr, tappedAt: house.now)
      _ = try house.decide(tap)
    }
    let recording = try ExportedRecording(of: house)
    #expect(recording.taps.compactMap { $0.text("tap") } == ["t", "t.1", "t.2"])
    #expect(try recording.replay(on: house.store).allSatisfy { $0.output["of"] == nil })
  }

  @Test func `a conflict is one with the tap before it`() throws {
    let taps = [house.tap("t1"), house.tap("t1", link: "xxx/a"), house.tap("t1", link: "xxx/b")]
    let last = try line(of: taps)
    #expect(
      last.object("expect") == ["outcome": .string("denied"), "reason": .string("tap_conflict")])
    #expect(try ExportedRecording(of: house).taps.count == 3)
  }

  @Test func `a conflict with what made no entry is not written`() throws {
    try house.addAction("search")
    _ = try house.decide(house.tap("t1", item: "search"))
    _ = try house.decide(house.tap("t1"))
    #expect(try reason() == UnwrittenTap.conflictAlone.words)
  }

  @Test func `an unknown phone is written while its tap is remembered`() throws {
    #expect(try line(of: [house.tap("t1", device: "ghost")]).text("device") == "ghost")
    let conflict = [house.tap("t1", link: "xxx/a", device: "ghost")]
    #expect(try line(of: conflict).text("device") == "ghost")
    house.advance(by: 30 * 86_400_000)
    _ = try house.decide(house.tap("t2"))
    let unwritten = try ExportedRecording(of: house).unwritten
    #expect(unwritten.values.allSatisfy { $0 == UnwrittenTap.forgottenPhone.words })
    #expect(unwritten.keys.sorted() == [0, 1])
  }

  @Test func `a phone that was removed since is not found`() throws {
    _ = try house.decide(house.tap("t1"))
    let registry = RegistryService(environment: house.environment)
    _ = try registry.remove(.devices, ["phone"], actor: Actor(name: "test"))
    let unwritten = try ExportedRecording(of: house).unwritten
    #expect(unwritten == [0: UnwrittenTap.removedPhone.words])
    _ = try house.decide(house.tap("t2"))
    let after = try present(ExportedRecording(of: house).taps.last)
    #expect(after.text("device") == "phone")
    #expect(after.object("expect")?.text("reason") == "revoked")
  }

  @Test func `a universal link needs a host`() throws {
    _ = try house.decide(house.tap("t1", link: "https://door.example/u/own"))
    try house.set("link.hosts", to: nil)
    #expect(try reason() == UnwrittenTap.noHost.words)
  }

  @Test func `confirmations and versions of sets are written`() throws {
    let tap = TapRequest(
      tap: TapIdentity(sender: "device:phone", id: "t"), device: "phone",
      payload: .item(type: "own", userInfo: .empty), channel: .intent, tappedAt: house.now,
      isConfirmed: true, listVersion: 7)
    let line = try line(of: [tap])
    #expect(line["flags"] == .array([.string("confirmed")]))
    #expect(line["list"] == .integer(7))
    #expect(line.text("channel") == "intent")
  }

  @Test func `an entry that this program does not understand is named`() throws {
    for (member, value) in [
      ("channel", "smoke"), ("reason", "bored"), ("form", "spoken"), ("tap", nil),
      ("tappedAt", "yesterday"), ("detail", "none"), ("at", "now"),
    ] {
      var members: JSONObject = [
        "kind": .string("decision"), "at": .string(house.now.rfc3339), "channel": .string("qr"),
        "outcome": .string("denied"), "reason": .string("revoked"), "tap": .string("t"),
        "form": .string("bare"), "key": .string("own"),
      ]
      let text = value.map(JSONValue.string)
      let record = { AuditRecord(sequence: 3, body: [], leaf: "", members: $0) }
      #expect(throws: Never.self) { try LoggedDecision(record(members)) }
      members[member] = text
      #expect(throws: UnwrittenTap.self) { try LoggedDecision(record(members)) }
    }
  }
}
