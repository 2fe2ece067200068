import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct AttemptRoundTripTests {
  private static let day: Int64 = 86_400_000

  private func attempt(
    _ id: String, sender: String = "device:phone", at instant: Timestamp = .example
  ) throws -> Attempt {
    let bytes = [UInt8](0..<32)
    let digest = Digest(bytes: bytes.span)
    let content = try #require(digest)
    return Attempt(
      tap: TapIdentity(sender: sender, id: id), content: content, decidedAt: instant, sequence: 4,
      command: LockCommand.ID(trusted: "c1"), answer: Array(#"{"outcome":"granted"}"#.utf8))
  }

  @Test func `an attempt comes back to its sender only`() throws {
    let fixture = try StoreFixture()
    let kept = try [attempt("t1"), attempt("t1", sender: "user:0"), attempt("T1")]
    try fixture.store.write { tx in try tx.remember(kept) }
    let asked = kept.map(\.tap) + [TapIdentity(sender: "user:1", id: "t1")]
    let read = try fixture.reopened().read { reader throws in
      try reader.attempts(asked, since: .example)
    }
    #expect(read == kept + [nil])
  }

  @Test func `an attempt without entry and command comes back so`() throws {
    let fixture = try StoreFixture()
    let one = try attempt("t1")
    let bare = Attempt(
      tap: one.tap, content: one.content, decidedAt: .example, sequence: nil, command: nil,
      answer: one.answer)
    try fixture.store.write { tx in try tx.remember([bare]) }
    let read = try fixture.store.read { reader in try reader.attempts([one.tap], since: .example) }
    #expect(read == [bare])
  }

  @Test func `an attempt is found on any day that is asked, and dropped with its day`() throws {
    let fixture = try StoreFixture()
    let old = try attempt(
      "old", at: Timestamp(milliseconds: Timestamp.example.milliseconds - 3 * Self.day))
    let new = try attempt("new")
    try fixture.store.write { tx in try tx.remember([new, old]) }
    let taps = [old.tap, new.tap]
    let both = try fixture.store.read { reader in try reader.attempts(taps, since: old.decidedAt) }
    #expect(both == [old, new])
    let late = try fixture.store.read { reader in try reader.attempts(taps, since: .example) }
    #expect(late == [nil, new])
    try fixture.store.write { tx in try tx.forgetAttempts(before: .example) }
    let rest = try fixture.store.read { reader in try reader.attempts(taps, since: old.decidedAt) }
    #expect(rest == [nil, new])
    // The table of that day is made anew.
    try fixture.store.write { tx in try tx.remember([old]) }
    #expect(
      try fixture.store.read { reader in try reader.attempts(taps, since: old.decidedAt) }
        == [old, new])
  }

  @Test func `an attempt is remembered once`() throws {
    let fixture = try StoreFixture()
    let one = try attempt("t1")
    try fixture.store.write { tx in try tx.remember([one]) }
    let error = #expect(throws: StoreError.self) {
      try fixture.store.write { tx in try tx.remember([one]) }
    }
    #expect(error?.code == .conflict)
  }

  @Test func `all senders of a tap id are told, latest first`() throws {
    let fixture = try StoreFixture()
    let later = Timestamp(milliseconds: Timestamp.example.milliseconds + Self.day)
    let kept = try [attempt("t1"), attempt("t1", sender: "user:0", at: later)]
    try fixture.store.write { tx in try tx.remember(kept) }
    let read = try fixture.store.read { reader in try reader.attempts(named: "t1") }
    #expect(read == kept.reversed())
  }

  @Test(arguments: LockCommand.State.allCases)
  func `a command comes back in every state`(_ state: LockCommand.State) throws {
    let fixture = try StoreFixture()
    var command = LockCommand(
      id: LockCommand.ID(trusted: "c1"), door: Door.ID(trusted: "front"), verb: .unlock,
      decidedAt: .example, deadline: Timestamp(milliseconds: .max), owner: "o'1")
    let taps = [
      CommandTap(
        command: command.id, sequence: 0, key: Key.ID(trusted: "own"), device: nil, isLink: true,
        isConfirmed: false, isCharged: true),
      CommandTap(
        command: command.id, sequence: 7, key: Key.ID(trusted: "own"),
        device: Device.ID(trusted: "phone"), isLink: false, isConfirmed: true, isCharged: false),
    ]
    try fixture.store.write { tx in try tx.add([command], taps: taps) }
    command.state = state
    command.sentAt = .example
    command.detail = "why \u{0} not"
    try fixture.store.write { tx in try tx.update(command) }
    try fixture.reopened().read { reader throws in
      #expect(try reader.command(command.id) == command)
      #expect(try reader.taps(onCommand: command.id) == taps)
      let inFlight = state == .pending || state == .sent ? [command] : []
      #expect(try reader.commandsInFlight(onDoor: command.door) == inFlight)
      #expect(try reader.commandsInFlight() == inFlight)
      #expect(try reader.commandsInFlight(onDoor: Door.ID(trusted: "back")).isEmpty)
    }
  }

  @Test func `a use is charged up to the limit and given back down to none`() throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    let own = KeyRecord.full.key.id
    let charged = try fixture.store.write { tx throws in
      (
        try tx.chargeUse(of: own), try tx.chargeUse(of: own),
        try tx.chargeUse(of: Key.ID(trusted: "nobody"))
      )
    }
    #expect(charged == (true, false, false))
    #expect(try fixture.store.read { reader in try reader.keys([own])[0]?.uses } == 7)
    try fixture.store.write { tx in for _ in 0..<9 { try tx.refundUse(of: own) } }
    #expect(try fixture.store.read { reader in try reader.keys([own])[0]?.uses } == 0)
  }
}
