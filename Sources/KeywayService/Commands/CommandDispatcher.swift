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
  /// - Parameter deadline: the command's, as ``ServiceEnvironment/uptime`` goes; nil for a caller
  ///   that has not kept it, where the wall clock has to tell.
  /// - Returns: the command as it stands afterwards, or nil when there is none of that id.
  /// - Throws: ``StoreError``; a command whose sending was not written was not sent.
  @discardableResult
  package func dispatch(
    _ id: LockCommand.ID, by deadline: Duration? = nil
  ) throws -> LockCommand? {
    guard let sending = try prepare(id, by: deadline) else { return nil }
    guard let answer = tell(sending) else { return sending.command }
    return try close(sending, answer)
  }

  /// Calls the body with each item, at most eight at a time on threads of their own, so that a slow
  /// lock keeps none of the others waiting. Blocks.
  package func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    for start in stride(from: 0, to: items.count, by: 8) {
      results += try Threads.map(Array(items[start..<min(start + 8, items.count)]), body)
    }
    return results
  }

  /// A command that was looked at, with the settings of its lock when it is to be sent now.
  package struct Sending: Sendable {
    package let command: LockCommand
    let lock: JSONObject?
    /// The deadline on the clock that nobody can set.
    let deadline: Duration

    /// Whether it was written as sent just now, and the lock has yet to be told.
    package var isToBeSent: Bool { lock != nil }
  }

  /// Decides every tap on the command once more and writes `sent`, so that `pending` proves that a
  /// command never reached its lock; nil when there is no command of that id. Blocks.
  func prepare(_ id: LockCommand.ID, by deadline: Duration? = nil) throws -> Sending? {
    try environment.store.write { tx in try prepare(id, by: deadline, in: tx) }
  }

  /// As ``dispatch(_:by:)`` begins, for several commands in one transaction. Blocks.
  ///
  /// - Returns: nil for an id that no command has.
  package func prepare(
    _ commands: [(id: LockCommand.ID, deadline: Duration?)]
  ) throws -> [Sending?] {
    try environment.store.write { tx in
      var sendings: [Sending?] = []
      for command in commands {
        sendings.append(try prepare(command.id, by: command.deadline, in: tx))
      }
      return sendings
    }
  }

  /// As ``dispatch(_:by:)`` ends, for several commands in one transaction. Blocks.
  package func close(_ answers: [(sending: Sending, answer: LockResponse)]) throws -> [LockCommand]
  {
    let reports = answers.map { report(of: $0.answer, to: $0.sending) }
    return try environment.store.write { tx in
      var commands: [LockCommand] = []
      for (item, report) in zip(answers, reports) {
        commands.append(
          try close(item.sending.command, report, item.answer.observations, in: tx))
      }
      return commands
    }
  }

  /// Tells the lock of a command that was just written as `sent`; nil when it is not to be sent.
  /// Blocks until the lock has answered, or the deadline has passed.
  package func tell(_ sending: Sending) -> LockResponse? {
    guard let lock = sending.lock else { return nil }
    // Writing `sent` may have taken long.
    let limit = sending.deadline - environment.uptime()
    guard limit > .zero else { return LockResponse(.neverReached(detail: Self.late)) }
    guard let driver = driver(of: lock) else {
      return LockResponse(.neverReached(detail: Self.noDriver))
    }
    return driver.send(sending.command, settings: lock, within: limit)
  }

  /// Writes what the lock answered, and what it reported meanwhile; an answer after the deadline is
  /// none. Blocks.
  func close(_ sending: Sending, _ answer: LockResponse) throws -> LockCommand {
    let report = report(of: answer, to: sending)
    return try environment.store.write { tx in
      try close(sending.command, report, answer.observations, in: tx)
    }
  }

  private func report(of answer: LockResponse, to sending: Sending) -> LockReport {
    let isLate = environment.uptime() >= sending.deadline
    return answer.report == .acknowledged && isLate ? .unconfirmed : answer.report
  }

  private func driver(of lock: JSONObject) -> (any LockDriver)? {
    lock.text("driver").flatMap { drivers[$0] }
  }

  /// The detail of a command that was written as sent and was then too late to be.
  private static let late = "late"
  private static let noDriver = "no_driver"

  private func prepare(
    _ id: LockCommand.ID, by given: Duration?,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> Sending? {
    guard var command = try transaction.command(id) else { return nil }
    let uptime = environment.uptime()
    let now = environment.now()
    let deadline =
      given ?? uptime + .milliseconds(command.deadline.milliseconds - now.milliseconds)
    guard command.state == .pending else {
      return Sending(command: command, lock: nil, deadline: deadline)
    }
    let door = try transaction.doors([command.door])[0]?.door
    if uptime >= deadline {
      command.state = .expired
    } else if let problem = try problem(sending: command, to: door, at: now, in: transaction) {
      command.state = .failed
      command.detail = problem
    } else {
      command.state = .sent
      command.sentAt = now
    }
    let isSent = command.state == .sent
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    try CommandRecorder.record(command, at: now, isRefunded: !isSent, log: log, in: transaction)
    try log.finish(in: transaction)
    if isSent { try noteTold(command.door, at: now, in: transaction) }
    return Sending(command: command, lock: isSent ? door?.lock : nil, deadline: deadline)
  }

  /// Why a command is not sent, or nil when it is.
  private func problem(
    sending command: LockCommand, to door: Door?, at now: Timestamp,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> String? {
    guard try holds(command, on: door, at: now, in: transaction) else {
      return "no_longer_granted"
    }
    guard let lock = door?.lock else { return "no_lock" }
    guard let driver = driver(of: lock) else { return Self.noDriver }
    return driver.verbs(settings: lock).contains(command.verb) ? nil : "verb_not_supported"
  }

  /// From now on nobody knows the lock's state until it reports one.
  private func noteTold(
    _ door: Door.ID, at now: Timestamp,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    var known = try transaction.lockState(of: door) ?? StoredLockState()
    known.toldAt = now
    known.state = nil
    known.reportedAt = nil
    try transaction.save(known, of: door)
  }

  /// Whether any tap on the command would still be granted, or the door still does what operators
  /// say.
  private func holds(
    _ command: LockCommand, on door: Door?, at now: Timestamp,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> Bool {
    if command.actor != nil { return door?.refusal(of: command.verb) == nil }
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
    _ sent: LockCommand, _ report: LockReport, _ observations: [LockObservation],
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> LockCommand {
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    guard var command = try transaction.command(sent.id), command.state == .sent else {
      try ObservationRecorder.record(observations, of: sent.door, log: log, in: transaction)
      try log.finish(in: transaction)
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
    try CommandRecorder.record(
      command, at: environment.now(), isRefunded: isRefunded, log: log, in: transaction)
    try ObservationRecorder.record(
      observations, of: command.door, during: command.id, log: log, in: transaction)
    try log.finish(in: transaction)
    return command
  }

  /// The start of what a lock says, so that its entry always fits into the log.
  private static func clipped(_ detail: String) -> String {
    String(detail.unicodeScalars.prefix(256))
  }
}
