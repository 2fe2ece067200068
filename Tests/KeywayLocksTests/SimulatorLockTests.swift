import Foundation
import KeywayCore
import KeywayService
import Synchronization
import Testing

@testable import KeywayLocks

@Suite struct SimulatorLockTests {
  private let clock = Clock()
  private let journal = NSTemporaryDirectory() + "keyway-\(UUID().uuidString).jsonl"

  /// A clock that only waiting moves.
  private final class Clock: Sendable {
    let uptime = Mutex(Duration.zero)
    var now: Timestamp {
      Timestamp(milliseconds: 1_772_438_400_000 + uptime.withLock { $0.components.seconds * 1_000 })
    }
  }

  private var lock: SimulatorLock {
    let clock = clock
    return SimulatorLock(
      sink: { _ in }, now: { clock.now }, uptime: { clock.uptime.withLock { $0 } },
      pause: { duration in clock.uptime.withLock { $0 += duration } })
  }

  private func command(_ id: String, _ verb: LockCommand.Verb = .unlock) -> LockCommand {
    LockCommand(
      id: LockCommand.ID(trusted: id), door: Door.ID(trusted: "front"), verb: verb,
      decidedAt: clock.now, deadline: Timestamp(milliseconds: clock.now.milliseconds + 10_000),
      owner: "o")
  }

  private func send(
    _ settings: JSONObject, _ id: String = "c", _ verb: LockCommand.Verb = .unlock
  ) -> LockResponse {
    lock.send(command(id, verb), settings: settings, within: .seconds(10))
  }

  private var lines: [JSONObject] {
    let text = (try? String(contentsOfFile: journal, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      guard case .object(let object)? = try? JSONValue(parsing: $0.utf8.span) else { return nil }
      return object
    }
  }

  @Test func `without a script it acknowledges and reports nothing`() {
    #expect(send([:]) == LockResponse(.acknowledged))
    #expect(lock.verbs(settings: [:]) == Set(LockCommand.Verb.allCases))
    #expect(lock.verbs(settings: ["verbs": .string("unlock,lock")]) == [.unlock, .lock])
  }

  @Test func `it answers each command in turn as its script has it`() throws {
    let answers = "refused,jammed,busy,offline,late,lost,doubled,previous,acknowledged"
    let settings: JSONObject = [
      "answers": .string(answers), "journal": .string(journal), "after": .string("4s"),
    ]
    var responses: [LockResponse] = []
    for turn in 0..<10 { responses.append(send(settings, "c\(turn)")) }
    #expect(
      responses.map(\.report) == [
        .failed(detail: "refused"), .failed(detail: "jammed"), .failed(detail: "lock_busy"),
        .neverReached(detail: "lock_offline"), .acknowledged, .unconfirmed, .acknowledged,
        .acknowledged, .acknowledged, .acknowledged,
      ])
    #expect(
      responses.map { $0.observations.map(\.state) } == [
        [], [.jammed], [], [], [.unlocked], [], [.unlocked, .unlocked], [.locked, .unlocked],
        [.unlocked], [.unlocked],
      ])
    // The journal has every command that was meant for it, and which came as far.
    #expect(lines.map { $0["command"] } == (0..<10).map { .string("c\($0)") })
    #expect(lines.map { $0["reached"] } == (0..<10).map { .bool($0 != 3) })
    // Late by four seconds, and lost until the deadline.
    #expect(clock.uptime.withLock { $0 } == .seconds(14))
  }

  @Test func `an answer that is later than the deadline is none`() {
    let settings: JSONObject = ["answers": .string("late"), "after": .string("11s")]
    #expect(send(settings).report == .unconfirmed)
    #expect(clock.uptime.withLock { $0 } == .seconds(10))
  }

  @Test func `a process that stood still until the deadline tells nobody`() {
    let clock = clock
    let slow = SimulatorLock(
      sink: { _ in }, now: { clock.now },
      uptime: {
        clock.uptime.withLock { uptime in
          defer { uptime += .seconds(10) }
          return uptime
        }
      })
    let response = slow.send(
      command("c"), settings: ["journal": .string(journal)], within: .seconds(10))
    #expect(response == LockResponse(.neverReached(detail: "late")))
    #expect(lines.isEmpty)
  }

  @Test func `a lock without a journal does not say where its bolt is`() {
    let look = lock.look(at: Door.ID(trusted: "front"), settings: [:], within: .seconds(1))
    #expect(look == .observed([]))
  }

  @Test func `a lock whose clock is ahead takes the command for late`() {
    #expect(send(["drift": .string("1h")]).report == .failed(detail: "expired_by_lock"))
    let behind = send(["drift": .string("-1h")])
    #expect(behind.report == .acknowledged)
    let reported = behind.observations.first?.reportedAt
    #expect(reported == Timestamp(milliseconds: clock.now.milliseconds - 3_600_000))
  }

  @Test func `asked for its state it says what it was told last, and moves nothing`() {
    let settings: JSONObject = ["journal": .string(journal)]
    func state() -> LockState? {
      guard
        case .observed(let reports) = lock.look(
          at: Door.ID(trusted: "front"), settings: settings, within: .seconds(1))
      else { return nil }
      return reports.first?.state
    }
    #expect(state() == .locked)
    _ = send(settings, "c1", .unlatch)
    #expect(state() == .open)
    _ = send(settings, "c2", .lock)
    #expect(state() == .locked)
    #expect(lines.count == 2)
  }

  @Test(arguments: ["answers", "verbs", "after", "drift"])
  func `a script that means nothing is refused by its member`(_ member: String) {
    let error = #expect(throws: LockSettingsError.self) {
      try SimulatorLockSettings([member: .string("nothing")])
    }
    #expect(error?.member == member)
  }
}
