import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct DoorOrderTests {
  private let house: TestHouse
  private let actor = Actor(name: "user:1000", because: "parcel")
  private let back = Door.ID(trusted: "back")

  init() throws {
    house = try TestHouse()
    try house.furnish()
    var door = Door(id: back, name: "Back", timeZone: "Europe/Berlin")
    door.lock = ["driver": .string("simulator")]
    try house.store.write { tx in
      try tx.save(doors: [DoorRecord(door: door, secret: TestHouse.secret)])
    }
  }

  private var orders: DoorOrderService {
    DoorOrderService(environment: house.environment, owners: SoleOwner())
  }

  private func order(_ verb: LockCommand.Verb, _ doors: Door.ID...) throws -> [DoorOrder] {
    try orders.order(verb, of: doors, by: actor)
  }

  private func setMode(_ mode: Door.Mode) throws {
    _ = try house.registry.setMode(mode, of: .ids([.front]), actor: actor)
  }

  private func send(_ order: DoorOrder, _ driver: RecordingDriver) throws -> LockCommand? {
    guard case .new(let id, let deadline) = order.outcome else { return nil }
    return try house.dispatcher(driver).dispatch(id, by: deadline)
  }

  @Test(arguments: LockCommand.Verb.allCases)
  func `a lock is told an operator's word, and the log says whose it was`(
    _ verb: LockCommand.Verb
  ) throws {
    let orders = try order(verb, .front, back, .front)
    #expect(orders.map(\.door) == [.front, back])
    let driver = RecordingDriver()
    for order in orders { #expect(try send(order, driver)?.state == .acknowledged) }
    #expect(driver.commands.map(\.verb) == [verb, verb])
    let entries = try house.entries("administration")
    #expect(entries.map { $0.text("verb") } == [verb.rawValue, verb.rawValue])
    #expect(entries.allSatisfy { $0.text("actor") != nil && $0.object("because") != nil })
    #expect(entries.map { $0.text("outcome") } == ["granted", "granted"])
    #expect(try house.entries("decision").isEmpty)
    #expect(try house.verify() == .holds(entries: 6))
  }

  @Test(arguments: [Door.Mode.lockedDown, .disabled], LockCommand.Verb.allCases)
  func `a door that is locked down or disabled is only ever locked`(
    _ mode: Door.Mode, _ verb: LockCommand.Verb
  ) throws {
    try setMode(mode)
    let outcome = try present(order(verb, .front).first).outcome
    guard verb != .lock else {
      guard case .new = outcome else { return #expect(Bool(false), "\(outcome)") }
      return
    }
    let reason: Refusal.Reason = mode == .disabled ? .doorDisabled : .doorLockedDown
    #expect(outcome == .refused(reason, wait: nil))
    #expect(try house.entries().last?.text("reason") == reason.rawValue)
  }

  @Test func `what no longer holds when it is to be sent is not sent`() throws {
    let order = try present(order(.unlatch, .front).first)
    try setMode(.lockedDown)
    let driver = RecordingDriver()
    #expect(try send(order, driver)?.detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
  }

  @Test func `a lock is not told what it does not understand`() throws {
    let driver = RecordingDriver(verbs: [.unlock])
    #expect(
      try send(present(order(.holdOpen, .front).first), driver)?.detail == "verb_not_supported")
    #expect(driver.commands.isEmpty)
    #expect(try house.entries("actuation").map { $0.text("state") } == ["failed"])
  }

  @Test func `a door on its way to something else is busy, for operators and for taps`() throws {
    try house.furnish(key: { $0.maxUses = 5 })
    _ = try order(.lock, .front)
    house.advance(by: 3_000)
    #expect(try order(.unlock, .front).first?.outcome == .refused(.busy, wait: 7_000))
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.decision == .denied(Refusal(.busy)))
    #expect(answer.retryAfter == 7)
    #expect(try house.uses() == 0)
    // Until its deadline, and no longer.
    house.advance(by: 7_000)
    #expect(try house.decide(house.tap("t2")).decision == .granted)
  }

  @Test func `a tap joins an operator's unlocking, and an operator a tap's`() throws {
    let first = try present(order(.unlock, .front).first)
    guard case .new(let id, _) = first.outcome else { return #expect(Bool(false)) }
    let answer = try house.decide(house.tap("t1"))
    #expect(answer.joining == .coalesced)
    #expect(answer.command == id)
    #expect(try order(.unlock, .front).first?.outcome == .coalesced(id))
    let driver = RecordingDriver()
    #expect(try send(first, driver)?.state == .acknowledged)
    #expect(driver.commands.count == 1)
  }

  @Test func `nothing is ordered when one of the doors is not there`() throws {
    let size = try house.entries().count
    #expect(throws: RegistryError.self) {
      try order(.unlock, .front, Door.ID(trusted: "nowhere"))
    }
    #expect(try house.entries().count == size)
  }

  @Test func `a slow lock keeps no other waiting, and one that is offline is told of`() throws {
    let dispatcher = house.dispatcher(RecordingDriver())
    let results = try dispatcher.inParallel(Array(0..<20)) { $0 * 2 }
    #expect(results == (0..<20).map { $0 * 2 })
  }
}
