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

  func maintain() {}

  func scrub() throws(StoreError) -> Bool { try house.store.scrub() }
}
