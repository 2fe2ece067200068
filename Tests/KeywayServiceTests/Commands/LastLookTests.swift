import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct LastLookTests {
  @Test(arguments: LastLook.all)
  func `what no longer holds is not sent, and gives the use back`(_ vector: LastLook) throws {
    let house = try TestHouse(zones: .machine)
    var furniture = Furniture()
    furniture.key.maxUses = 3
    try house.save(furniture)
    let answer = try house.decide(house.tap("t1"))
    furniture.uses = 1
    vector.change(&furniture)
    try house.save(furniture)
    let driver = RecordingDriver()
    let command = try house.dispatch(answer, driver)
    #expect(command.state == .failed)
    #expect(command.detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
    #expect(try house.uses() == 0)
    #expect(try house.entries("actuation").map { $0.text("state") } == ["failed"])
  }

  @Test func `a key whose last use this is holds`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let driver = RecordingDriver()
    #expect(try house.dispatch(house.decide(house.tap("t1")), driver).state == .acknowledged)
  }

  @Test func `a key that ends meanwhile does not hold`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.validity = .period(from: nil, until: 5_000) })
    let answer = try house.decide(house.tap("t1"))
    house.advance(by: 5_000)
    let driver = RecordingDriver()
    #expect(try house.dispatch(answer, driver).detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
  }

  @Test func `one of two taps that still holds is enough`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 3 })
    try house.addKey("spare") { $0.maxUses = 3 }
    let answers = try house.unlocking.decide([
      house.tap("t1"), house.tap("t2", link: "xxx/spare"),
    ])
    #expect(answers[0].command == answers[1].command)
    try house.editKey { $0.key.state = .revoked }
    let driver = RecordingDriver()
    #expect(try house.dispatch(answers[0], driver).state == .acknowledged)
    #expect(driver.commands.count == 1)
  }

  @Test func `when neither of two taps holds both get their use back`() throws {
    let house = try TestHouse()
    let spare = Key.ID(trusted: "spare")
    try house.furnish(key: { $0.maxUses = 3 })
    try house.addKey("spare") { $0.maxUses = 3 }
    let answers = try house.unlocking.decide([
      house.tap("t1"), house.tap("t2", link: "xxx/spare"), house.tap("t3", link: "xxx/spare"),
    ])
    #expect(try house.uses(of: spare) == 2)
    try house.store.write { tx in
      let front = try present(tx.doors([.front])[0])
      var door = front.door
      door.mode = .lockedDown
      try tx.save(doors: [DoorRecord(door: door, secret: front.secret)])
    }
    let driver = RecordingDriver()
    #expect(try house.dispatch(answers[0], driver).detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
    #expect(try house.uses() == 0)
    #expect(try house.uses(of: spare) == 0)
    #expect(try house.entries("actuation").last?["refunded"] == .integer(3))
  }

  @Test func `what the person confirmed counts at the last look`() throws {
    let house = try TestHouse()
    try house.furnish(door: { $0.confirm = .always })
    let driver = RecordingDriver()
    let answer = try house.decide(house.tap("t1", isConfirmed: true))
    #expect(try house.dispatch(answer, driver).state == .acknowledged)
  }
}

/// What changes between the decision and sending.
struct LastLook: Sendable, CustomTestStringConvertible {
  let name: String
  let change: @Sendable (inout Furniture) -> Void

  init(_ name: String, change: @escaping @Sendable (inout Furniture) -> Void) {
    self.name = name
    self.change = change
  }

  var testDescription: String { name }

  static let all: [LastLook] = [
    Self("key revoked") { $0.key.state = .revoked },
    Self("key suspended") { $0.key.state = .suspended },
    Self("key ended") { $0.key.validity = .period(from: nil, until: 0) },
    Self("key begins later") { $0.key.validity = .period(from: 1, until: nil) },
    Self("hours set") { $0.key.schedule = .night },
    Self("device suspended") { $0.device.state = .suspended },
    Self("device removed") { $0.device.isRemoved = true },
    Self("device is nobody's") { $0.device.holder = nil },
    Self("holder suspended") { $0.holder.state = .suspended },
    Self("door disabled") { $0.door.mode = .disabled },
    Self("door locked down") { $0.door.mode = .lockedDown },
    Self("links must be confirmed") { $0.door.confirm = .links },
    Self("all must be confirmed") { $0.door.confirm = .always },
  ]
}
