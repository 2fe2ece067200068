import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ObservationTests {
  private let house: TestHouse

  init() throws {
    house = try TestHouse()
    try house.furnish()
  }

  private func observation(
    _ state: LockState?, after milliseconds: Int64 = 0, isStale: Bool = false
  ) -> LockObservation {
    LockObservation(
      state: state, receivedAt: Timestamp(milliseconds: house.now.milliseconds + milliseconds),
      isStale: isStale)
  }

  private func known() throws -> StoredLockState? {
    try house.store.read { try $0.lockState(of: .front) }
  }

  /// Sends a command to a lock that reports so meanwhile.
  private func tell(
    _ report: LockReport, _ observations: [LockObservation], tap: String = "t1"
  ) throws {
    let driver = RecordingDriver(reports: [report], observations: observations)
    _ = try house.dispatch(house.decide(house.tap(tap)), driver)
  }

  /// Asks the lock, which has these reports for it.
  private func look(_ observations: LockObservation...) throws {
    let driver = RecordingDriver(observations: observations)
    let locks = LockService(environment: house.environment, drivers: ["simulator": driver])
    #expect(try locks.test(.front) == .observed(observations))
    #expect(driver.commands.isEmpty)
  }

  @Test func `what a lock reports is an entry of its own, with its own clock`() throws {
    var reported = observation(.unlocked)
    reported.battery = 71
    reported.source = "keypad 5"
    reported.reportedAt = Timestamp(milliseconds: house.now.milliseconds - 3_600_000)
    try tell(.acknowledged, [reported])
    let entry = try present(house.entries("observation").first)
    #expect(entry.text("state") == "unlocked")
    #expect(entry.integer("battery") == 71)
    #expect(entry.text("reportedAt") == "2026-03-02T07:00:00.000Z")
    #expect(entry.text("at") == "2026-03-02T08:00:00.000Z")
    #expect(entry.text("command") == house.commandID)
    // Who moved it may be a person.
    #expect(entry.object("source")?.text("hmac")?.count == 64)
    #expect(try house.entries("actuation").count == 2)
    #expect(try house.verify() == .holds(entries: 4))
  }

  @Test func `from the moment that a lock is told something its state is unknown`() throws {
    #expect(try known() == nil)
    try look(observation(.locked))
    #expect(try known()?.shown == .locked)
    house.advance(by: 1_000)
    try tell(.unconfirmed, [])
    #expect(try known()?.shown == .unknown)
    #expect(try known()?.seenAt == .morning)
    house.advance(by: 1_000)
    try look(observation(.unlocked))
    #expect(try known()?.shown == .unlocked)
  }

  @Test func `an old report never overrides a newer command`() throws {
    try tell(.unconfirmed, [])
    house.advance(by: 60_000)
    try look(observation(.locked, isStale: true))
    #expect(try known()?.shown == .unknown)
    #expect(try house.entries("observation").map { $0["stale"] } == [.bool(true)])
    // Before anything was told, or after the lock has reported since, it is the best there is.
    try look(observation(.unlocked))
    try look(observation(.locked, after: 1, isStale: true))
    #expect(try known()?.shown == .locked)
  }

  @Test func `a report without a state says nothing of it`() throws {
    try look(observation(.locked))
    var battery = observation(nil, after: 5)
    battery.battery = 9
    try look(battery)
    #expect(try known()?.shown == .locked)
    #expect(try known()?.battery == 9)
    #expect(try known()?.seenAt == battery.receivedAt)
  }

  @Test(arguments: [LockState.locked, .unlocked, .unknown])
  func `whatever a lock is said to be, a tap unlocks it`(_ state: LockState) throws {
    try look(observation(state))
    let driver = RecordingDriver()
    _ = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(driver.commands.map(\.verb) == [.unlock])
  }

  @Test func `a lock that is not there is not asked`() throws {
    let locks = LockService(environment: house.environment, drivers: [:])
    let error = #expect(throws: ServiceError.self) { try locks.test(.front) }
    #expect(error?.code == .unavailable)
    #expect(throws: ServiceError.self) { try locks.test(Door.ID(trusted: "none")) }
  }
}

extension TestHouse {
  /// The id of the only command.
  var commandID: String? {
    try? entries("actuation").first?.text("command")
  }
}
