import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ErasureTapTests {
  private let house: TestHouse
  private let actor = Actor(name: "user:1000")

  init() throws {
    house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 5 })
    try house.addKey("open") { $0 = Key(id: $0.id, door: .front, holder: nil, name: "Open") }
    try house.store.write { tx in
      let (id, secret) = (Holder.ID(trusted: "ben"), [UInt8](repeating: 3, count: 32))
      try tx.save(holders: [
        HolderRecord(holder: Holder(id: id, name: "Ben"), pseudonym: "p-ben", secret: secret)
      ])
      try tx.save(devices: [
        DeviceRecord(
          device: Device(id: Device.ID(trusted: "bens"), holder: id), pseudonym: "p-bens",
          secret: secret)
      ])
    }
    try house.addKey("benskey") { $0.holder = Holder.ID(trusted: "ben") }
  }

  private func erase() throws {
    _ = try house.registry.erase([.kim], recordingIn: nil, actor: actor)
  }

  @Test func `the erased person's phone and keys open nothing, and nobody else is kept out`() throws
  {
    try erase()
    func decide(_ id: String, _ link: String, _ device: String?) throws -> Decision {
      try house.decide(house.tap(id, link: link, device: device)).decision
    }
    #expect(try decide("t1", "xxx/own", "phone") == .denied(Refusal(.revoked)))
    #expect(try decide("t2", "xxx/open", "phone") == .denied(Refusal(.revoked, .device)))
    #expect(try decide("t3", "xxx/own", nil) == .denied(Refusal(.wrongHolder)))
    #expect(try decide("t4", "xxx/own", "bens") == .denied(Refusal(.wrongHolder)))
    #expect(try decide("t5", "xxx/benskey", "bens") == .granted)
    #expect(try decide("t6", "xxx/open", "bens") == .granted)
    #expect(try decide("t7", "xxx/open", nil) == .granted)
  }

  @Test(arguments: ["xxx/own", "xxx/open"])
  func `what the erased person's phone taps afterwards leads to nothing`(_ link: String) throws {
    _ = try house.decide(house.tap("t1", link: link))
    try erase()
    let answer = try house.decide(house.tap("phone-1772438400000-1", link: link))
    #expect(answer.decision.outcome == "denied")
    #expect(answer.key == nil)
    let entry = try present(house.entries().last)
    #expect(entry["device"] == .null)
    #expect(entry["holder"] == nil)
    #expect(entry.text("tap") == "unknown-1772438400000-1")
    let attempts = try house.store.read { try $0.attempts(named: "phone-1772438400000-1") }
    let remembered = try present(attempts.first)
    #expect(remembered.sequence == nil)
    #expect(!String(decoding: remembered.answer, as: UTF8.self).contains(String(link.dropFirst(4))))
  }

  @Test func `a tap from before is not recognised any more, and denied`() throws {
    let tap = house.tap("t1", link: "xxx/own")
    #expect(try house.decide(tap).decision == .granted)
    try erase()
    let again = try house.decide(tap)
    #expect(again.decision == .denied(Refusal(.revoked)))
    #expect(again.repeated == nil)
  }

  @Test func `repeats of other phones are recognised as before`() throws {
    let tap = house.tap("t1", link: "xxx/benskey", device: "bens")
    let local = house.tap("t1", link: "xxx/open", device: nil)
    _ = try house.unlocking.decide([tap, local])
    try erase()
    #expect(try house.decide(tap).repeated == "t1")
    #expect(try house.decide(local).repeated == "t1")
  }

  @Test(arguments: ["xxx/own", "xxx/open"])
  func `a command of the erased person's phone is not sent`(_ link: String) throws {
    let answer = try house.decide(house.tap("t1", link: link))
    try erase()
    let driver = RecordingDriver()
    #expect(try house.dispatch(answer, driver).detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
    #expect(try house.uses() == 0)
  }

  @Test func `a command that somebody else joined is sent`() throws {
    let answers = try house.unlocking.decide([
      house.tap("t1", link: "xxx/open"), house.tap("t2", link: "xxx/benskey", device: "bens"),
    ])
    #expect(answers[0].command == answers[1].command)
    try erase()
    let driver = RecordingDriver()
    #expect(try house.dispatch(answers[0], driver).state == .acknowledged)
  }

  @Test func `sets of other phones keep their versions and lose the erased keys' words`() throws {
    let shortcuts = ShortcutService(environment: house.environment)
    let (own, bens) = (Device.ID(trusted: "phone"), Device.ID(trusted: "bens"))
    try house.editKey {
      $0.key.name = "Kim's flat"
      $0.key.shortcut = KeyShortcut(
        subtitle: .text("Kim's house"), icon: ShortcutIcon(type: .love),
        userInfo: UserInfo(normalised: ["who": .string("Kim's")]))
    }
    // A phone that was hers, and is Ben's now.
    try house.addPhone("passed")
    let passed = Device.ID(trusted: "passed")
    for device in [own, bens, passed] {
      let set = try shortcuts.issue(device)
      try shortcuts.acknowledge([(device, set.issued.version)])
    }
    _ = try house.registry.edit(
      .devices, "passed", ["holder": .string("ben")], actor: actor)
    let before = try shortcuts.issue(bens).issued
    try erase()
    #expect(try shortcuts.issue(bens).issued == before)
    #expect(try shortcuts.issue(passed).issued.version == 2)
    let kept = try house.store.read { reader in
      #expect(try reader.lastSet(of: own) == nil)
      return try present(reader.set(of: passed, version: 1)).content
    }
    #expect(kept.items.map(\.type) == ["own", "open"])
    let item = try present(kept.items.first)
    #expect(item == ShortcutItem(type: "own", localizedTitle: "erased", origin: .dynamic))
    #expect(kept.items.last?.localizedTitle == "Open")
    #expect(try shortcuts.devices(holding: .own) == [passed])
  }

  @Test
  func `which versions a removed phone had is forgotten, also where an older program kept them`()
    throws
  {
    let (own, old) = (Device.ID(trusted: "phone"), Device.ID(trusted: "old"))
    let shortcuts = ShortcutService(environment: house.environment)
    try shortcuts.acknowledge([(own, shortcuts.issue(own).issued.version)])
    try house.store.write { tx in
      try tx.save(devices: [
        DeviceRecord(
          device: Device(id: old, isRemoved: true), pseudonym: "p-old", secret: [],
          acknowledgedVersion: 7, shownVersion: 6)
      ])
    }
    try erase()
    for record in try house.store.read({ reader in try reader.devices([own, old]) }) {
      let record = try present(record)
      #expect(record.device.isRemoved)
      #expect(record.acknowledgedVersion == nil && record.shownVersion == nil)
    }
  }
}
