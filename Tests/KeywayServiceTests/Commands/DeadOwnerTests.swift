import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct DeadOwnerTests {
  /// Two processes on one database; the first has decided a tap and dies.
  private struct Scene {
    let first: TestHouse
    let second: TestHouse
    let owners = MortalOwner("second")
    let database: TemporaryDatabase

    init(maxUses: Int64? = nil) throws {
      database = try TemporaryDatabase()
      first = try TestHouse(path: database.path, seed: 1, owners: MortalOwner("first"))
      second = try TestHouse(path: database.path, seed: 2, owners: owners)
      try first.furnish(key: { $0.maxUses = maxUses })
    }

    /// Leaves the command in that state.
    func leave(_ answer: TapAnswer, as state: LockCommand.State) throws {
      try first.store.write { tx in
        var command = try present(tx.command(present(answer.command)))
        command.state = state
        if state == .sent { command.sentAt = first.now }
        try tx.update(command)
      }
    }
  }

  @Test(arguments: [
    (LockCommand.State.pending, LockCommand.State.interrupted, Int64(1)),
    (.sent, .unconfirmed, 2),
  ])
  func `the next tap closes the command of a process that died`(
    _ state: LockCommand.State, _ end: LockCommand.State, _ uses: Int64
  ) throws {
    let scene = try Scene(maxUses: 5)
    let left = try scene.first.decide(scene.first.tap("t1"))
    try scene.leave(left, as: state)
    scene.owners.kill("first")
    let answer = try scene.second.decide(scene.second.tap("t2"))
    #expect(answer.joining == .new)
    #expect(try scene.second.command(present(left.command)).state == end)
    #expect(try scene.second.uses() == uses)
    let entry = try present(scene.second.entries("actuation").last)
    #expect(entry.text("state") == end.rawValue)
    #expect(entry.text("command") == left.command?.text)
    #expect(try scene.second.verify() == .holds(entries: 3))
    let driver = RecordingDriver()
    _ = try scene.second.dispatch(left, driver)
    #expect(driver.commands.isEmpty)
  }

  @Test(arguments: [LockCommand.State.pending, .sent])
  func `a command of a process that lives is left alone`(_ state: LockCommand.State) throws {
    let scene = try Scene()
    let left = try scene.first.decide(scene.first.tap("t1"))
    try scene.leave(left, as: state)
    scene.second.advance(by: 60_000)
    let tappedAt = scene.second.now
    #expect(try scene.second.decide(scene.second.tap("t2", tappedAt: tappedAt)).joining == .new)
    #expect(try scene.second.command(present(left.command)).state == state)
    #expect(try scene.second.entries("actuation").isEmpty)
  }

  @Test func `the last use of a process that died before it sent can be used`() throws {
    let scene = try Scene(maxUses: 1)
    _ = try scene.first.decide(scene.first.tap("t1"))
    #expect(
      try scene.second.decide(scene.second.tap("t2")).decision == .denied(Refusal(.usesExhausted)))
    scene.owners.kill("first")
    let answers = try scene.second.unlocking.decide([
      scene.second.tap("t3"), scene.second.tap("t4"),
    ])
    #expect(answers.map(\.decision) == [.granted, .denied(Refusal(.usesExhausted))])
    #expect(try scene.second.uses() == 1)
    #expect(try scene.second.verify() == .holds(entries: 5))
  }

  @Test func `the last use of a process that died after it sent stays charged`() throws {
    let scene = try Scene(maxUses: 1)
    let left = try scene.first.decide(scene.first.tap("t1"))
    try scene.leave(left, as: .sent)
    scene.owners.kill("first")
    let answer = try scene.second.decide(scene.second.tap("t2"))
    #expect(answer.decision == .denied(Refusal(.usesExhausted)))
    #expect(try scene.second.uses() == 1)
    #expect(try scene.second.command(present(left.command)).state == .unconfirmed)
  }

  @Test func `a use that is given back is given once, whatever else the batch charges`() throws {
    let scene = try Scene(maxUses: 2)
    _ = try scene.first.unlocking.decide([scene.first.tap("a"), scene.first.tap("b")])
    scene.owners.kill("first")
    let taps = (0..<5).map { scene.second.tap("t\($0)") }
    let answers = try scene.second.unlocking.decide(taps)
    #expect(answers.filter { $0.decision == .granted }.count == 2)
    #expect(try scene.second.uses() == 2)
  }
}
