internal import Glibc
package import KeywayCore
package import KeywayService

/// A lock that only says what it was told, and answers as its script has it: the driver `simulator`.
package struct SimulatorLock: LockDriver {
  /// Takes one line of text without a line feed.
  private let sink: @Sendable (String) -> Void
  private let now: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  /// Waits that long.
  private let pause: @Sendable (Duration) -> Void

  package init(
    sink: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration,
    pause: @escaping @Sendable (Duration) -> Void = { SimulatorLock.sleep($0) }
  ) {
    self.sink = sink
    self.now = now
    self.uptime = uptime
    self.pause = pause
  }

  package func verbs(settings: JSONObject) -> Set<LockCommand.Verb> {
    (try? SimulatorLockSettings(settings).verbs) ?? []
  }

  package func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    let end = uptime() + limit
    guard let script = try? SimulatorLockSettings(settings) else {
      return LockResponse(.neverReached(detail: "bad_settings"))
    }
    let journal = script.journal.map { SimulatorJournal(path: $0) }
    let told = journal?.count(of: command.door) ?? 0
    let behaviour = script.answers[min(told, script.answers.count - 1)]
    // Last of all: this process may have stood still since the dispatcher looked.
    guard uptime() < end else { return LockResponse(.neverReached(detail: "late")) }
    if behaviour == .offline {
      guard journal?.add(command, at: now(), uptime: uptime(), reached: false) ?? true else {
        return LockResponse(.neverReached(detail: "no_journal"))
      }
      return LockResponse(.neverReached(detail: "lock_offline"))
    }
    guard journal?.add(command, at: now(), uptime: uptime(), reached: true) ?? true else {
      return LockResponse(.neverReached(detail: "no_journal"))
    }
    sink(
      "simulator: \(command.door): \(command.verb.rawValue) "
        + "(command \(command.id), until \(command.deadline.rfc3339))")
    return answer(to: command, behaviour, script, within: limit)
  }

  private func answer(
    to command: LockCommand, _ behaviour: SimulatorLockSettings.Behaviour,
    _ script: SimulatorLockSettings, within limit: Duration
  ) -> LockResponse {
    // Whether the lock takes the command for late is a matter of its own clock.
    if script.drift != 0, now().milliseconds + script.drift >= command.deadline.milliseconds {
      return LockResponse(.failed(detail: "expired_by_lock"))
    }
    switch behaviour {
    case .acknowledged: return done(command, script)
    case .doubled: return done(command, script, times: 2)
    case .previous: return done(command, script, isPreceded: true)
    case .late:
      pause(min(script.delay, limit))
      return script.delay < limit ? done(command, script) : LockResponse(.unconfirmed)
    case .lost:
      pause(limit)
      return LockResponse(.unconfirmed)
    case .refused: return LockResponse(.failed(detail: "refused"))
    case .jammed:
      return LockResponse(.failed(detail: "jammed"), observations: [report(.jammed, script)])
    case .busy: return LockResponse(.failed(detail: "lock_busy"))
    case .offline: return LockResponse(.neverReached(detail: "lock_offline"))
    }
  }

  private func done(
    _ command: LockCommand, _ script: SimulatorLockSettings, times: Int = 1,
    isPreceded: Bool = false
  ) -> LockResponse {
    guard script.reports else { return LockResponse(.acknowledged) }
    let after = Self.state(after: command.verb)
    let before: [LockObservation] =
      isPreceded ? [report(command.verb == .lock ? .unlocked : .locked, script)] : []
    return LockResponse(
      .acknowledged, observations: before + (0..<times).map { _ in report(after, script) })
  }

  private func report(_ state: LockState, _ script: SimulatorLockSettings) -> LockObservation {
    let now = now()
    return LockObservation(
      state: state, receivedAt: now,
      reportedAt: script.drift == 0
        ? nil : Timestamp(milliseconds: now.milliseconds + script.drift))
  }

  /// What the lock was told last, as far as it keeps a journal, is the state that it is in.
  package func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook {
    guard let script = try? SimulatorLockSettings(settings) else {
      return .unanswered(detail: "bad_settings")
    }
    // Without a journal nobody knows.
    guard let journal = script.journal.map({ SimulatorJournal(path: $0) }) else {
      return .observed([])
    }
    let next = script.answers[min(journal.count(of: door), script.answers.count - 1)]
    if next == .offline { return .unanswered(detail: "lock_offline") }
    return .observed([report(journal.lastVerb(of: door).map(Self.state) ?? .locked, script)])
  }

  private static func state(after verb: LockCommand.Verb) -> LockState {
    switch verb {
    case .unlock: .unlocked
    case .unlatch, .holdOpen: .open
    case .lock: .locked
    }
  }

  package static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}
