import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct DeadlineTests {
  @Test func `an answer after the deadline is none`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let driver = RecordingDriver(whileSending: { _ in house.advance(by: 10_000) })
    #expect(try house.dispatch(house.decide(house.tap("t1")), driver).state == .unconfirmed)
    #expect(try house.uses() == 1)
  }

  @Test(arguments: [-7_200_000, 7_200_000] as [Int64])
  func `a clock that is set between tap and send neither hurries nor delays`(
    _ jump: Int64
  ) throws {
    for (elapsed, isSent) in [(0, true), (9_999, true), (10_000, false)] as [(Int64, Bool)] {
      let house = try TestHouse()
      try house.furnish(key: { $0.maxUses = 1 })
      let answer = try house.decide(house.tap("t1"))
      house.setClock(by: jump)
      house.advance(by: elapsed)
      let driver = RecordingDriver()
      let command = try house.dispatch(answer, driver)
      #expect(command.state == (isSent ? .acknowledged : .expired))
      #expect(driver.commands.count == (isSent ? 1 : 0))
      #expect(try house.uses() == (isSent ? 1 : 0))
    }
  }

  @Test func `an answer that comes after the clock was set counts by the time that has passed`()
    throws
  {
    for (elapsed, state) in [(9_999, .acknowledged), (11_000, .unconfirmed)]
      as [(Int64, LockCommand.State)]
    {
      let house = try TestHouse()
      try house.furnish()
      let driver = RecordingDriver(whileSending: { _ in
        house.setClock(by: -7_200_000)
        house.advance(by: elapsed)
      })
      let command = try house.dispatch(house.decide(house.tap("t1")), driver)
      #expect(command.state == state)
      #expect(driver.commands.count == 1)
    }
  }

  @Test func `a clock that was set back lets no tap join a command from long ago`() throws {
    let house = try TestHouse()
    try house.furnish()
    let driver = RecordingDriver(whileSending: { _ in
      house.setClock(by: -7_200_000)
      house.advance(by: 5_000)
      #expect((try? house.decide(house.tap("t2")))?.joining == .new)
    })
    _ = try house.dispatch(house.decide(house.tap("t1")), driver)
  }

  @Test func `a lock is not told when writing that it will be took too long`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let answer = try house.decide(house.tap("t1"))
    let driver = RecordingDriver()
    let slow = CommandDispatcher(
      environment: ServiceEnvironment(
        store: SlowStore(house: house, delay: 10_000), now: { house.now }, random: { _ in [] },
        zones: .none),
      drivers: ["simulator": driver])
    #expect(try slow.dispatch(present(answer.command))?.state == .expired)
    #expect(driver.commands.isEmpty)
    #expect(try house.uses() == 0)
  }
}

/// A store whose commits take long, by the house's clock.
private struct SlowStore: Store {
  let house: TestHouse
  let delay: Int64

  var hasWritten: Bool { house.store.hasWritten }

  func backUp(to path: String) throws(StoreError) { try house.store.backUp(to: path) }

  func read<T>(_ body: (borrowing any StoreReader & ~Copyable) throws -> T) throws -> T {
    try house.store.read(body)
  }

  func write<T>(_ body: (borrowing any StoreTransaction & ~Copyable) throws -> T) throws -> T {
    let result = try house.store.write(body)
    house.advance(by: delay)
    return result
  }

  func writePatiently<T>(
    _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T { try write(body) }

  func settle() throws(StoreError) { try house.store.settle() }

  func claim(_ job: String) throws(StoreError) -> any JobClaim { try house.store.claim(job) }

  var hasCompany: Bool { false }

  func maintain() {}

  func maintainPatiently() {}

  func scrub() throws(StoreError) -> Bool { try house.store.scrub() }
}
