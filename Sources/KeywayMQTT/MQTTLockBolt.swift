import KeywayCore

/// Where the bolt of a simulated lock is, and which reports of it are still to be sent.
struct MQTTLockBolt {
  private(set) var state: LockState
  private let script: MQTTLockScript
  private let hasSteps: Bool
  private var reports: [(due: Duration, state: LockState)] = []

  init(_ script: MQTTLockScript, _ dialect: MQTTDialect) {
    self.script = script
    state = script.state
    if case .homeAssistant = dialect { hasSteps = true } else { hasSteps = false }
  }

  /// When the next report is due, or nil when there is none.
  var nextReport: Duration? { reports.first?.due }

  /// The next report that is due, or nil; it is the caller's to send.
  mutating func takeReport(at uptime: Duration) -> LockState? {
    guard let first = reports.first, first.due <= uptime else { return nil }
    return reports.removeFirst().state
  }

  mutating func take(_ verb: LockCommand.Verb, at uptime: Duration) {
    let before = state
    let after: LockState =
      switch verb {
      case .lock: .locked
      case .unlock: .unlocked
      case .unlatch, .holdOpen: .open
      }
    let states: [LockState]
    switch script.behaviour {
    case .obeys: states = (hasSteps ? [verb == .lock ? .locking : .unlocking] : []) + [after]
    case .silent:
      states = []
      state = after
    case .refuses: states = [before]
    case .jams: states = [.jammed]
    case .previous: states = [before, after]
    }
    for state in states { reports.append((uptime + script.delay, state)) }
    state = states.last ?? state
  }
}
