import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct RestrictionTests {
  @Test(arguments: Restriction.all)
  func `each restriction alone denies, and lifting it grants`(_ restriction: Restriction) throws {
    let house = try TestHouse(zones: .machine)
    try house.set("link.hosts", to: "keys.example")
    var furniture = Furniture()
    var press = Restriction.Press()
    restriction.impose(&furniture, &press)
    try house.save(furniture)
    let denied = try house.decide(press.request("t1", at: house.now))
    #expect(denied.decision == .denied(restriction.refusal))
    #expect(denied.command == nil)
    #expect(denied.joining == nil)
    #expect(try house.uses() == furniture.uses)

    let entries = try house.entries()
    #expect(entries.count == 1)
    #expect(entries[0].text("outcome") == "denied")
    #expect(entries[0].text("reason") == restriction.refusal.reason.rawValue)
    #expect(entries[0].text("detail") == restriction.refusal.detail?.text)
    #expect(entries[0].text("rule") == restriction.refusal.rule.map { "\($0)" })
    let inFlight = try house.store.read { reader in try reader.commandsInFlight() }
    #expect(inFlight.isEmpty)

    try house.save(Furniture())
    let granted = try house.decide(Restriction.Press().request("t2", at: house.now))
    #expect(granted.decision == .granted)
  }

  @Test func `a schedule denies where the machine has no zones`() throws {
    let house = try TestHouse(zones: .none)
    try house.furnish(key: { $0.schedule = .night })
    #expect(try house.decide(house.tap("t1")).decision == .denied(Refusal(.zoneUnavailable)))
    try house.editKey { $0.key.schedule = Schedule() }
    #expect(try house.decide(house.tap("t2")).decision == .granted)
  }

  @Test func `validity is half-open to the millisecond`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.validity = .period(from: 1, until: 2) })
    #expect(try house.decide(house.tap("t1")).decision == .denied(Refusal(.notYetValid)))
    house.advance(by: 1)
    #expect(try house.decide(house.tap("t2")).decision == .granted)
    house.advance(by: 1)
    #expect(try house.decide(house.tap("t3")).decision == .denied(Refusal(.expired)))
  }

  @Test func `what is confirmed, or need not be, opens`() throws {
    let house = try TestHouse()
    try house.furnish(door: { $0.confirm = .links })
    #expect(try house.decide(house.tap("t1", isConfirmed: true)).decision == .granted)
    #expect(try house.decide(house.tap("t2", item: "own")).decision == .granted)
    try house.furnish(door: { $0.confirm = .always })
    #expect(try house.decide(house.tap("t3", isConfirmed: true)).decision == .granted)
  }

  @Test func `a key for everyone opens from any phone that may act and from none`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.holder = nil }, device: { $0.holder = nil })
    #expect(try house.decide(house.tap("t1")).decision == .granted)
    #expect(try house.decide(house.tap("t2", device: nil)).decision == .granted)
    #expect(
      try house.decide(house.tap("t3", device: "stranger")).decision
        == .denied(Refusal(.unknownDevice)))
  }

  @Test func `another holder's phone is the wrong one`() throws {
    let house = try TestHouse()
    try house.furnish()
    let other = Holder(id: Holder.ID(trusted: "lee"), name: "Lee")
    let phone = Device(id: Device.ID(trusted: "phone-2"), holder: other.id)
    try house.store.write { tx in
      try tx.save(holders: [
        HolderRecord(holder: other, pseudonym: "p-lee", secret: TestHouse.secret)
      ])
      try tx.save(devices: [
        DeviceRecord(device: phone, pseudonym: "p-phone-2", secret: TestHouse.secret)
      ])
    }
    let answer = try house.decide(house.tap("t1", device: "phone-2"))
    #expect(answer.decision == .denied(Refusal(.wrongHolder)))
    #expect(try house.entries().last?.text("holder") == "p-lee")
  }

  @Test func `a device is known by its bytes, also beside one that looks the same`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.holder = nil })
    let phone = Device(id: Device.ID(trusted: "K1"), holder: .kim)
    try house.store.write { tx in
      try tx.save(devices: [
        DeviceRecord(device: phone, pseudonym: "p-k1", secret: TestHouse.secret)
      ])
    }
    // The Kelvin sign is canonically equivalent to the letter K.
    let answers = try house.unlocking.decide([
      house.tap("t1", device: "K1"), house.tap("t2", device: "\u{212A}1"),
    ])
    #expect(answers[0].decision == .granted)
    #expect(answers[1].decision == .denied(Refusal(.unknownDevice)))
  }

  @Test func `a key revoked between two taps opens once`() throws {
    let house = try TestHouse()
    try house.furnish()
    #expect(try house.decide(house.tap("t1")).decision == .granted)
    try house.editKey { $0.key.state = .revoked }
    #expect(try house.decide(house.tap("t2")).decision == .denied(Refusal(.revoked)))
  }
}
