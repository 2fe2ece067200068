package import KeywayCore
import KeywayCrypto
import KeywayStore

/// Brings commands to locks, each at most once and never late.
package struct CommandDispatcher: Sendable {
  private let environment: ServiceEnvironment
  /// By the name that a door's `lock` has as `driver`.
  private let drivers: [String: any LockDriver]

  package init(environment: ServiceEnvironment, drivers: [String: any LockDriver]) {
    self.environment = environment
    self.drivers = drivers
  }

  /// Sends a command that is pending, and waits for the lock's answer. Blocks, at the longest until
  /// the command's deadline. A command that is not pending is left alone.
  ///
  /// - Returns: the command as it stands afterwards, or nil when there is none of that id.
  /// - Throws: ``StoreError``; a command whose sending was not written was not sent.
  @discardableResult
  package func dispatch(_ id: LockCommand.ID) throws -> LockCommand? {
    guard let sending = try prepare(id) else { return nil }
    guard let report = tell(sending) else { return sending.command }
    return try close(sending, report)
  }

  /// A command that was looked at, with the settings of its lock when it is to be sent now.
  struct Sending {
    let command: LockCommand
    let lock: JSONObject?
    /// The deadline on the clock that nobody can set.
    let deadline: Duration

    init(_ command: LockCommand, lock: JSONObject? = nil, now: Timestamp, uptime: Duration) {
      self.command = command
      self.lock = lock
      deadline = uptime + .milliseconds(command.deadline.milliseconds - now.milliseconds)
    }
  }

  /// Decides every tap on the command once more and writes `sent`, so that `pending` proves that a
  /// command never reached its lock; nil when there is no command of that id. Blocks.
  func prepare(_ id: LockCommand.ID) throws -> Sending? {
    try environment.store.write { tx in try prepare(id, in: tx) }
  }

  /// Tells the lock of a command that was just written as `sent`; nil when it is not to be sent.
  func tell(_ sending: Sending) -> LockReport? {
    guard let lock = sending.lock else { return nil }
    // Writing `sent` may have taken long.
    if isLate(sending) { return .neverReached(detail: Self.late) }
    guard let name = lock.text("driver"), let driver = drivers[name] else {
      return .neverReached(detail: "no_driver")
    }
    return driver.send(sending.command, settings: lock)
  }

  /// Writes what the lock answered; an answer after the deadline is none. Blocks.
  func close(_ sending: Sending, _ report: LockReport) throws -> LockCommand {
    let report = report == .acknowledged && isLate(sending) ? .unconfirmed : report
    return try environment.store.write { tx in try close(sending.command, report, in: tx) }
  }

  private func isLate(_ sending: Sending) -> Bool {
    environment.uptime() >= sending.deadline || environment.now() >= sending.command.deadline
  }

  /// The detail of a command that was written as sent and was then too late to be.
  private static let late = "late"

  private func prepare(
    _ id: LockCommand.ID, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> Sending? {
    guard var command = try transaction.command(id) else { return nil }
    let now = environment.now()
    let uptime = environment.uptime()
    guard command.state == .pending else { return Sending(command, now: now, uptime: uptime) }
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    let door = try transaction.doors([command.door])[0]?.door
    if now >= command.deadline {
      command.state = .expired
    } else if try !holds(command, at: now, in: transaction) {
      command.state = .failed
      command.detail = "no_longer_granted"
    } else if door?.lock == nil {
      command.state = .failed
      command.detail = "no_lock"
    } else {
      command.state = .sent
      command.sentAt = now
    }
    let isSent = command.state == .sent
    try CommandRecorder.record(command, at: now, isRefunded: !isSent, log: log, in: transaction)
    try log.finish(in: transaction)
    return Sending(command, lock: isSent ? door?.lock : nil, now: now, uptime: uptime)
  }

  /// Whether any tap on the command would still be granted.
  private func holds(
    _ command: LockCommand, at now: Timestamp,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> Bool {
    for tap in try transaction.taps(onCommand: command.id) {
      guard let key = try transaction.facts(ofKeys: [tap.key])[0] else { continue }
      let device = try transaction.facts(ofDevices: [tap.device].compactMap { $0 }).first ?? nil
      var facts = AccessFacts()
      facts.isLink = tap.isLink
      facts.isConfirmed = tap.isConfirmed
      facts.set(phone: tap.device?.text, facts: device)
      facts.set(key: key, holder: device?.holder, at: now, zones: environment.zones)
      // The tap's own use is charged already.
      facts.hasUsesLeft = true
      if key.door == command.door, AccessPolicy.decide(facts, at: now) == .granted { return true }
    }
    return false
  }

  private func close(
    _ sent: LockCommand, _ report: LockReport,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> LockCommand {
    guard var command = try transaction.command(sent.id), command.state == .sent else {
      return sent
    }
    var isRefunded = false
    switch report {
    case .acknowledged: command.state = .acknowledged
    case .unconfirmed: command.state = .unconfirmed
    case .failed(let detail):
      command.state = .failed
      command.detail = Self.clipped(detail)
    case .neverReached(let detail):
      command.state = detail == Self.late ? .expired : .failed
      command.detail = detail == Self.late ? nil : Self.clipped(detail)
      isRefunded = true
    }
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    try CommandRecorder.record(
      command, at: environment.now(), isRefunded: isRefunded, log: log, in: transaction)
    try log.finish(in: transaction)
    return command
  }

  /// The start of what a lock says, so that its entry always fits into the log.
  private static func clipped(_ detail: String) -> String {
    String(detail.unicodeScalars.prefix(256))
  }
}
