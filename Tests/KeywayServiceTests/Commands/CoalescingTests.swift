import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct CoalescingTests {
  @Test(arguments: [0, 1_999])
  func `a tap joins a command that was sent less than two seconds ago`(_ age: Int64) throws {
    #expect(try joining(after: age) == .coalesced)
  }

  @Test(arguments: [2_000, 2_001, 9_999])
  func `later it starts a command of its own`(_ age: Int64) throws {
    #expect(try joining(after: age) == .new)
  }

  /// How a tap comes to its command that long after another command was sent and while its lock
  /// has not answered yet.
  private func joining(after age: Int64) throws -> TapAnswer.Joining? {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    let answer = try house.decide(house.tap("t1"))
    try house.store.write { tx in
      var command = try present(tx.command(present(answer.command)))
      command.state = .sent
      command.sentAt = house.now
      try tx.update(command)
    }
    house.advance(by: age)
    return try house.decide(house.tap("t2")).joining
  }

  @Test func `a tap joins a command while its lock is asked, and shares its end`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish(key: { $0.maxUses = 5 })
    let first = try house.decide(house.tap("t1"))
    let driver = RecordingDriver(
      reports: [.neverReached(detail: "offline")],
      whileSending: { _ in
        let second = try? house.decide(house.tap("t2"))
        #expect(second?.joining == .coalesced)
        #expect(second?.command == first.command)
      })
    _ = try house.dispatch(first, driver)
    #expect(try house.uses() == 0)
    #expect(try house.entries("actuation").last?["refunded"] == .integer(2))
  }

  @Test func `three taps by three keys within 450 ms are one call and three entries`() throws {
    let house = try TestHouse()
    try house.furnish()
    for key in ["k2", "k3"] { try house.addKey(key) }
    let first = try house.decide(house.tap("t1"))
    house.advance(by: 225)
    let second = try house.decide(house.tap("t2", link: "xxx/k2"))
    house.advance(by: 225)
    let third = try house.decide(house.tap("t3", link: "xxx/k3"))
    #expect([first, second, third].map(\.joining) == [.new, .coalesced, .coalesced])
    let driver = RecordingDriver()
    #expect(try house.dispatch(first, driver).state == .acknowledged)
    #expect(driver.commands.count == 1)
    #expect(try house.entries("decision").count == 3)
  }

  @Test func `a lock that was offline is not told when it comes back`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 5 })
    let driver = RecordingDriver(reports: [.neverReached(detail: "lock_offline"), .acknowledged])
    let answer = try house.decide(house.tap("t1"))
    let command = try house.dispatch(answer, driver)
    #expect(command.state == .failed)
    #expect(command.detail == "lock_offline")
    #expect(try house.uses() == 0)
    house.advance(by: 20 * 60_000)
    #expect(try house.dispatch(answer, driver) == command)
    #expect(driver.commands.count == 1)
  }

  @Test(arguments: [LockReport.acknowledged, .unconfirmed, .failed(detail: "jammed")])
  func `a command that has ended is not joined`(_ report: LockReport) throws {
    let house = try TestHouse()
    try house.furnish()
    let first = try house.decide(house.tap("t1"))
    _ = try house.dispatch(first, RecordingDriver(reports: [report]))
    let second = try house.decide(house.tap("t2"))
    #expect(second.joining == .new)
    #expect(second.command != first.command)
  }

  @Test func `a pending command is joined up to its deadline`() throws {
    let house = try TestHouse()
    try house.furnish()
    let first = try house.decide(house.tap("t1"))
    house.advance(by: 9_999)
    #expect(try house.decide(house.tap("t2")).command == first.command)
    house.advance(by: 1)
    #expect(try house.decide(house.tap("t3")).joining == .new)
  }

  @Test func `taps on another door have a command of their own`() throws {
    let house = try TestHouse()
    try house.furnish()
    let back = Door(id: Door.ID(trusted: "back"), name: "Back", timeZone: "UTC")
    try house.store.write { tx in
      try tx.save(doors: [DoorRecord(door: back, secret: TestHouse.secret)])
    }
    try house.addKey("rear") { $0.door = back.id }
    let answers = try house.unlocking.decide([house.tap("a"), house.tap("b", link: "xxx/rear")])
    #expect(answers.map(\.joining) == [.new, .new])
    #expect(answers[0].command != answers[1].command)
  }

  @Test func `a denied tap joins nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    let answers = try house.unlocking.decide([
      house.tap("a"), house.tap("b", device: nil), house.tap("c"),
    ])
    #expect(answers[1].command == nil)
    let taps = try house.store.read { reader in
      try reader.taps(onCommand: present(answers[0].command))
    }
    #expect(taps.map(\.sequence) == [0, 2])
  }
}
