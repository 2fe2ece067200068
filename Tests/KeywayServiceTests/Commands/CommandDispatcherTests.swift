import KeywayCore
import KeywayService
import KeywayStore
import Synchronization
import Testing

@Suite struct CommandDispatcherTests {
  @Test(arguments: ReportVector.all)
  func `a lock's answer becomes the command's end`(_ vector: ReportVector) throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 5 })
    let driver = RecordingDriver(reports: [vector.report])
    let command = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(command.state == vector.state)
    #expect(command.detail == vector.detail)
    #expect(try house.command(command.id) == command)
    #expect(try house.uses() == (vector.isRefunded ? 0 : 1))
    #expect(driver.commands.count == 1)

    let entries = try house.entries("actuation")
    #expect(entries.map { $0.text("state") } == ["sent", vector.state.rawValue])
    #expect(entries.allSatisfy { $0.text("command") == command.id.text })
    #expect(entries.allSatisfy { $0.text("door") == "front" && $0.text("verb") == "unlock" })
    #expect(entries[1].text("detail") == vector.detail)
    #expect(entries[1]["refunded"] == (vector.isRefunded ? .integer(1) : nil))
    #expect(try house.verify() == .holds(entries: 3))
  }

  @Test func `sent is stored before the lock is told`() throws {
    let house = try TestHouse()
    try house.furnish()
    let seen = Mutex<[LockCommand.State?]>([])
    let store = house.store
    let driver = RecordingDriver(whileSending: { command in
      let state = try? store.read { reader in try reader.command(command.id)?.state }
      seen.withLock { $0.append(state) }
    })
    _ = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(seen.withLock { $0 } == [.sent])
    #expect(driver.commands[0].state == .sent)
    #expect(driver.commands[0].sentAt == house.now)
  }

  @Test func `a command that was dispatched is left alone`() throws {
    let house = try TestHouse()
    try house.furnish()
    let driver = RecordingDriver(reports: [.unconfirmed, .acknowledged])
    let answer = try house.decide(house.tap("t1"))
    _ = try house.dispatch(answer, driver)
    let entries = try house.entries().count
    #expect(try house.dispatch(answer, driver).state == .unconfirmed)
    #expect(driver.commands.count == 1)
    #expect(try house.entries().count == entries)
  }

  @Test func `the lock is told once however many threads dispatch`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    let other = try TestHouse(path: database.path, seed: 2)
    try house.furnish()
    let driver = RecordingDriver()
    let answer = try house.decide(house.tap("t1"))
    _ = try concurrently(12) { index in
      try (index % 2 == 0 ? house : other).dispatch(answer, driver)
    }
    #expect(driver.commands.count == 1)
    #expect(try house.entries("actuation").map { $0.text("state") } == ["sent", "acknowledged"])
  }

  @Test func `an unknown command is none`() throws {
    let house = try TestHouse()
    let driver = RecordingDriver()
    #expect(try house.dispatcher(driver).dispatch(LockCommand.ID(trusted: "none")) == nil)
    #expect(driver.commands.isEmpty)
  }

  @Test func `a door without a lock fails and gives the use back`() throws {
    let house = try TestHouse()
    try house.furnish(door: { $0.lock = nil }, key: { $0.maxUses = 1 })
    let driver = RecordingDriver()
    let command = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(command.state == .failed)
    #expect(command.detail == "no_lock")
    #expect(command.sentAt == nil)
    #expect(try house.uses() == 0)
    #expect(driver.commands.isEmpty)
  }

  @Test(arguments: ["modem", nil])
  func `a driver that nobody has fails and gives the use back`(_ name: String?) throws {
    let house = try TestHouse()
    try house.furnish(
      door: { door in
        door.lock = ["other": .bool(true)]
        door.lock?["driver"] = name.map(JSONValue.string)
      }, key: { $0.maxUses = 1 })
    let driver = RecordingDriver()
    let command = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(command.state == .failed)
    #expect(command.detail == "no_driver")
    #expect(try house.uses() == 0)
    #expect(driver.commands.isEmpty)
  }

  @Test(arguments: [(9_999, true), (10_000, false), (10_001, false)])
  func `nothing is sent from the deadline on`(_ waited: Int64, _ isSent: Bool) throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    let driver = RecordingDriver()
    let answer = try house.decide(house.tap("t1"))
    house.advance(by: waited)
    let command = try house.dispatch(answer, driver)
    #expect(command.state == (isSent ? .acknowledged : .expired))
    #expect(driver.commands.count == (isSent ? 1 : 0))
    #expect(try house.uses() == (isSent ? 1 : 0))
    #expect(try house.entries("actuation").last?.text("state") == command.state.rawValue)
  }

  @Test func `the deadline counts from the decision, not from the tap`() throws {
    let house = try TestHouse()
    try house.furnish()
    let tappedAt = Timestamp(milliseconds: house.now.milliseconds - 30_000)
    let answer = try house.decide(house.tap("t1", tappedAt: tappedAt))
    let command = try house.command(present(answer.command))
    #expect(command.deadline.milliseconds == house.now.milliseconds + 10_000)
    #expect(command.decidedAt == house.now)
  }

  @Test func `a lock that says too much still gets its entry`() throws {
    let house = try TestHouse()
    try house.furnish()
    let words = String(repeating: "\u{0}", count: 100_000)
    let driver = RecordingDriver(reports: [.failed(detail: words)])
    let command = try house.dispatch(house.decide(house.tap("t1")), driver)
    #expect(command.state == .failed)
    #expect(command.detail?.unicodeScalars.count == 256)
    #expect(try house.entries("actuation").count == 2)
  }
}

struct ReportVector: Sendable, CustomTestStringConvertible {
  let report: LockReport
  let state: LockCommand.State
  let detail: String?
  let isRefunded: Bool

  var testDescription: String { "\(report)" }

  static let all = [
    Self(report: .acknowledged, state: .acknowledged, detail: nil, isRefunded: false),
    Self(report: .unconfirmed, state: .unconfirmed, detail: nil, isRefunded: false),
    Self(report: .failed(detail: "jammed"), state: .failed, detail: "jammed", isRefunded: false),
    Self(
      report: .neverReached(detail: "offline"), state: .failed, detail: "offline",
      isRefunded: true),
  ]
}
