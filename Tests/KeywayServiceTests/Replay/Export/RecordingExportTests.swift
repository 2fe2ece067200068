import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct RecordingExportTests {
  private let house: TestHouse

  init() throws {
    house = try TestHouse(zones: .machine)
    try house.furnish()
    try house.set("link.hosts", to: "door.example")
    try house.addKey("once") { $0.maxUses = 1 }
  }

  /// A tap that old, whose lock answers at once.
  private func tap(_ id: String, old age: Int64 = 0, link: String = "xxx/own") throws {
    let tappedAt = Timestamp(milliseconds: house.now.milliseconds - age)
    let answer = try house.decide(house.tap(id, link: link, tappedAt: tappedAt))
    if answer.joining == .new { _ = try house.dispatch(answer, RecordingDriver()) }
  }

  private func exported() throws -> ExportedRecording { try ExportedRecording(of: house) }

  /// Whether all that was written comes out again on the registry, with no use charged.
  private func holds(_ recording: ExportedRecording) throws -> Bool {
    try house.editKey { $0.uses = 0 }
    try house.store.write { tx in
      var record = try present(tx.keys([.init(trusted: "once")])[0])
      record.uses = 0
      try tx.save(keys: [record])
    }
    return try recording.replay(on: house.store).allSatisfy { $0.differences.isEmpty }
  }

  @Test func `throttled taps are throttled again, by the device and by the door`() throws {
    let house = try TestHouse(isThrottled: true)
    try house.furnish()
    try house.addPhone("phone-2")
    for index in 0..<24 {
      let device = index % 2 == 0 ? "phone" : "phone-2"
      _ = try house.decide(house.tap("t\(index)", link: "xxx/own", device: device))
      house.advance(by: 400)
    }
    let recording = try ExportedRecording(of: house)
    #expect(recording.unwritten.isEmpty)
    let expected = recording.taps.map { $0.object("expect")?.text("detail") }
    #expect(expected.filter { $0 == "door" }.count == 2)
    #expect(try recording.replay(on: house.store).allSatisfy { $0.differences.isEmpty })
  }

  @Test func `throttled taps of a recording that begins late are named`() throws {
    let house = try TestHouse(isThrottled: true)
    try house.furnish()
    for index in 0..<10 { _ = try house.decide(house.tap("t\(index)")) }
    house.advance(by: 1_000)
    let since = house.now
    _ = try house.decide(house.tap("t10"))
    house.advance(by: 6_000)
    _ = try house.decide(house.tap("t11"))
    let recording = try ExportedRecording(of: house, since: since)
    #expect(recording.unwritten == [10: UnwrittenTap.bucketUnknown.words])
    #expect(recording.taps.count == 1)
    #expect(try recording.replay(on: house.store).allSatisfy { $0.differences.isEmpty })
  }

  @Test func `a tap has its instant, its receipt and what was decided`() throws {
    let start = house.now
    try tap("t1", old: 20_000)
    let recording = try exported()
    #expect(
      recording.lines == [
        [
          "at": .string(Timestamp(milliseconds: start.milliseconds - 20_000).rfc3339),
          "received": .string(start.rfc3339), "device": .string("phone"), "tap": .string("t1"),
          "channel": .string("openURL"), "link": .string("xxx/own"),
          "expect": .object([
            "outcome": .string("granted"), "key": .string("own"), "door": .string("front"),
            "command": .string("new"),
          ]),
        ]
      ])
    #expect(recording.report == .init(taps: 1, unwritten: 0, changes: 0))
    #expect(try holds(recording))
  }

  @Test func `instants never go back, however late taps came`() throws {
    try tap("t1")
    house.advance(by: 1_000)
    try tap("t2", old: 5_000)
    try tap("t3", old: 900_000)
    try tap("t4", old: 30_001, link: "xxx/once")
    let recording = try exported()
    #expect(recording.taps.map { $0.text("tap") } == ["t3", "t4", "t2", "t1"])
    let reasons = recording.taps.map { $0.object("expect")?.text("reason") }
    #expect(reasons == ["stale_tap", "stale_tap", nil, nil])
    #expect(try holds(recording))
  }

  @Test func `a tap stays behind those that took the last use before it`() throws {
    try tap("t1", link: "xxx/once")
    house.advance(by: 1_000)
    try tap("t2", old: 5_000, link: "xxx/once")
    let recording = try exported()
    #expect(recording.taps.map { $0.text("tap") } == ["t1", "t2"])
    #expect(recording.taps[1].object("expect")?.text("reason") == "uses_exhausted")
    #expect(recording.taps[1].text("received") == house.now.rfc3339)
    #expect(try holds(recording))
  }

  @Test(arguments: [
    (LockReport.failed(detail: "jammed"), "failed"), (.unconfirmed, "unconfirmed"),
    (.neverReached(detail: "lock_offline"), "offline"),
  ])
  func `a lock that did not answer well has lines around its tap`(
    _ report: LockReport, _ state: String
  ) throws {
    let driver = RecordingDriver(reports: [report])
    for id in ["t1", "t2"] {
      let answer = try house.decide(house.tap(id, link: "xxx/once"))
      if answer.command != nil { _ = try house.dispatch(answer, driver) }
      house.advance(by: 5_000)
    }
    let recording = try exported()
    #expect(recording.lines[0].text("state") == state)
    #expect(recording.lines[2].text("state") == "acknowledged")
    #expect(recording.lines.prefix(3).allSatisfy { $0["at"] == recording.lines[0]["at"] })
    let isRefunded = state == "offline"
    #expect(
      recording.taps[1].object("expect")?.text("reason") == (isRefunded ? nil : "uses_exhausted"))
    #expect(try holds(recording))
  }

  @Test func `a use is given back when it was, not before`() throws {
    let answer = try house.decide(house.tap("t1", link: "xxx/once"))
    let dispatcher = house.dispatcher(RecordingDriver())
    let sending = try present(dispatcher.prepare(present(answer.command)))
    house.advance(by: 1_500)
    try tap("t2", link: "xxx/once")
    house.advance(by: 1_500)
    _ = try dispatcher.close(sending, LockResponse(.neverReached(detail: "lock_offline")))
    house.advance(by: 1)
    try tap("t3", link: "xxx/once")
    let recording = try exported()
    #expect(recording.lines[0].text("after") == "3s")
    #expect(
      recording.taps.map { $0.object("expect")?.text("outcome") } == [
        "granted", "denied", "granted",
      ])
    #expect(try holds(recording))
  }

  @Test func `a tap joins the command that it joined`() throws {
    let answer = try house.decide(house.tap("t1"))
    let dispatcher = house.dispatcher(RecordingDriver())
    let sending = try present(dispatcher.prepare(present(answer.command)))
    house.advance(by: 700)
    try tap("t2")
    house.advance(by: 300)
    _ = try dispatcher.close(sending, LockResponse(.acknowledged))
    house.advance(by: 200)
    try tap("t3")
    let recording = try exported()
    #expect(
      recording.taps.map { $0.object("expect")?.text("command") } == ["new", "coalesced", "new"])
    #expect(try holds(recording))
  }

  @Test func `a span begins and ends with decisions`() throws {
    let start = house.now
    let answer = try house.decide(house.tap("t1"))
    let dispatcher = house.dispatcher(RecordingDriver())
    let sending = try present(dispatcher.prepare(present(answer.command)))
    house.advance(by: 1_000)
    try tap("t2", old: 500)
    house.advance(by: 1_000)
    _ = try dispatcher.close(sending, LockResponse(.acknowledged))
    try tap("t3")
    func second(_ number: Int64) -> Timestamp {
      Timestamp(milliseconds: start.milliseconds + number * 1_000)
    }
    let recording = try ExportedRecording(of: house, since: second(1), until: second(2))
    #expect(recording.taps.map { $0.text("tap") } == ["t2"])
    // Its command began before.
    #expect(recording.taps[0].object("expect")?["command"] == nil)
    #expect(try holds(recording))
    #expect(try ExportedRecording(of: house, since: second(3)).lines == [])
  }

  @Test func `a registry that was changed between the taps is told`() throws {
    let registry = RegistryService(environment: house.environment)
    let actor = Actor(name: "test")
    func suspend() throws {
      _ = try registry.suspend(.keys, ["own"], actor: actor)
      _ = try registry.resume(.keys, ["own"], actor: actor)
    }
    try suspend()
    try tap("t1")
    try suspend()
    #expect(try exported().report.changes == 0)
    try tap("t2")
    #expect(try exported().report.changes == 2)
  }

  @Test func `who may send taps is no change of the registry`() throws {
    let tokens = TokenService(environment: house.environment)
    let actor = Actor(name: "test")
    try tap("t1")
    let code = try present(tokens.enrol(.phone, by: actor).code)
    _ = try tokens.redeem(code.text, for: .phone)
    _ = try tokens.revoke(.all, by: actor)
    try tap("t2")
    #expect(try exported().report.changes == 0)
  }
}
