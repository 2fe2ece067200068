import KeywayCore
import KeywayCrypto
import KeywayStore

/// The taps of one transaction, decided one after the other.
struct TapBatch {
  let environment: ServiceEnvironment
  let settings: ServiceSettings
  let owners: any CommandOwners
  let now: Timestamp
  /// The same instant on the clock that nobody can set, or an earlier one.
  let uptime: Duration
  let lookups: TapLookups
  let installation: Installation
  private let hasher = SHA256Hasher()
  private let log: LogAppender
  private var writer = JSONWriter()
  private(set) var answers: [TapAnswer] = []
  /// What the last tap was decided on; nil when it repeated another.
  private var basis: (facts: AccessFacts, key: KeyFacts?)?
  private var attempts: [Attempt] = []
  /// Places in `attempts`.
  private var attemptsByTap: [TapIdentity: Int] = [:]
  private var flights: CommandFlights
  private var throttling: Throttling
  /// Charges less refunds of this batch, which the facts that were fetched before it do not show.
  private var charges: [Key.ID: Int64] = [:]
  private var rejectedLinks: [(sequence: Int64, start: String)] = []

  init(
    environment: ServiceEnvironment, settings: ServiceSettings, owners: any CommandOwners,
    now: Timestamp, uptime: Duration, lookups: TapLookups, throttling: Throttling, logSize: Int64,
    installation: Installation
  ) {
    let count = lookups.attempts.count
    answers.reserveCapacity(count)
    attempts.reserveCapacity(count)
    attemptsByTap.reserveCapacity(count)
    self.environment = environment
    self.settings = settings
    self.owners = owners
    self.now = now
    self.uptime = uptime
    self.lookups = lookups
    self.installation = installation
    log = LogAppender(after: logSize, hasher: hasher)
    self.throttling = throttling
    flights = CommandFlights(now: now, deadline: settings.commandDeadline)
  }

  /// Decides one tap and adds its answer.
  mutating func decide(
    _ tap: TapRequest, _ target: TapTarget, at index: Int,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws {
    let content = hasher.hash(tap.contentBytes(in: &writer).span)
    let earlier = lookups.attempts[index] ?? attemptsByTap[tap.tap].map { attempts[$0] }
    if let earlier, earlier.content == content {
      var answer = try TapAnswer(repeating: earlier)
      if case .item(_, let userInfo) = tap.payload, !userInfo.isEmpty { answer.userInfo = userInfo }
      answers.append(answer)
      basis = nil
      return
    }
    let key = lookups.key(at: index)
    let device = lookups.device(at: index)
    var facts = facts(of: tap, at: index, target, key: key, device: device)
    facts.isConflict = earlier != nil
    if facts.isConflict, try isNoted(conflict: tap, content, in: transaction) { return }
    var decision = AccessPolicy.decide(facts, at: now)
    if decision == .denied(Refusal(.usesExhausted)), let key, let id = target.key,
      try reclaimUses(key, id, in: transaction)
    {
      facts.hasUsesLeft = true
      decision = AccessPolicy.decide(facts, at: now)
    }
    let keeping = throttling.draw(&decision, at: index, isDeviceKnown: device != nil)
    var answer = TapAnswer(tap: tap.tap.id, decision: decision)
    answer.wait = keeping.wait
    if !decision.isBlind { describe(&answer, tap, target, key, facts) }
    if case .granted = answer.decision, let key, let id = target.key {
      try grant(&answer, key, id, at: index, in: transaction)
    }
    let sequence = keeping.isRecorded ? record(answer, tap, target, device) : nil
    if let command = answer.command, let id = target.key {
      flights.join(
        command, sequence: sequence ?? 0, key: id, tap: tap, isLink: target.isLink,
        isCharged: key?.maxUses != nil)
    }
    try noteShown(tap, device, in: transaction)
    let isForgotten = device?.isForgotten == true
    if isForgotten { answer.forgetSubject() }
    answers.append(answer)
    basis = (facts, key)
    guard keeping.isRemembered else { return }
    remember(
      facts.isConflict ? tap.tap.conflict(content) : tap.tap, answer, content,
      isForgotten ? nil : sequence)
  }

  /// Whether the same conflicting tap came before; then it is answered and not recorded again.
  private mutating func isNoted(
    conflict tap: TapRequest, _ content: Digest,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> Bool {
    let conflict = tap.tap.conflict(content)
    let memory = Timestamp(milliseconds: now.milliseconds - settings.tapMemory)
    if attemptsByTap[conflict] == nil {
      guard try transaction.attempts([conflict], since: memory)[0] != nil else { return false }
    }
    answers.append(TapAnswer(tap: tap.tap.id, decision: .denied(Refusal(.tapConflict))))
    return true
  }

  /// Why the last tap was answered as it was; nil when it repeated another.
  var explanation: AccessExplanation? {
    guard let basis, let answer = answers.last else { return nil }
    return AccessExplanation(
      answer, key: basis.key, basis.facts, at: now, zones: environment.zones)
  }

  /// Writes what the decisions made.
  mutating func finish(
    memory: Timestamp, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    try log.finish(in: transaction)
    for link in rejectedLinks {
      try transaction.keepRejectedLink(link.start, ofEntry: link.sequence)
    }
    try transaction.add(flights.added, taps: flights.taps)
    try transaction.save(throttling.changes)
    try transaction.remember(attempts)
    try transaction.forgetAttempts(before: memory)
  }

  private func facts(
    of tap: TapRequest, at index: Int, _ target: TapTarget, key: KeyFacts?, device: DeviceFacts?
  ) -> AccessFacts {
    var facts = AccessFacts()
    facts.rejection = target.rejection
    let (age, isOver) = now.milliseconds.subtractingReportingOverflow(tap.tappedAt.milliseconds)
    facts.age = isOver ? (tap.tappedAt < now ? .max : .min) : age
    facts.maximumAge = settings.maximumTapAge
    facts.isClockSkewed = tap.clockOffset.magnitude > settings.maximumClockSkew.magnitude
    facts.isSigned = target.isSigned
    facts.isLink = target.isLink
    facts.isConfirmed = tap.isConfirmed
    facts.set(phone: tap.device, facts: device)
    if device != nil { facts.isDeviceThrottled = throttling.wait(ofDeviceAt: index) != nil }
    if let key, let id = target.key {
      facts.set(key: key, holder: device?.holder, at: now, zones: environment.zones)
      facts.hasUsesLeft = hasUsesLeft(id, key)
      facts.isDoorThrottled = throttling.wait(ofDoorAt: index) != nil
    } else if let type = target.action, let action = lookups.actions[type] {
      facts.target = action.isRemoved ? .removed : .action
    } else if let key = target.key, lookups.doorIDs.contains(key) {
      facts.target = .doorID
    }
    return facts
  }

  private func hasUsesLeft(_ key: Key.ID, _ facts: KeyFacts) -> Bool {
    facts.maxUses.map { facts.uses + charges[key, default: 0] < $0 } ?? true
  }

  /// Closes commands whose process died before it sent them; says whether one gave back a use, so
  /// that the key has one left.
  private mutating func reclaimUses(
    _ key: KeyFacts, _ id: Key.ID, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> Bool {
    try findFlights(onDoor: key.door, in: transaction)
    return hasUsesLeft(id, key)
  }

  private mutating func findFlights(
    onDoor door: Door.ID, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    for key in try flights.find(onDoor: door, owners: owners, log: log, in: transaction) {
      charges[key, default: 0] -= 1
    }
  }

  /// Adds what the answer tells of the key, the door or the screen.
  private func describe(
    _ answer: inout TapAnswer, _ tap: TapRequest, _ target: TapTarget, _ key: KeyFacts?,
    _ facts: AccessFacts
  ) {
    if case .item(_, let userInfo) = tap.payload {
      if !userInfo.isEmpty { answer.userInfo = userInfo }
      if let key = target.key {
        answer.link =
          lookups.actions[ActionType(trusted: key.text)] == nil
          ? settings.links.link(toKey: key, as: .custom) : settings.links.link(toAction: key)
      }
    }
    if let key, let id = target.key {
      answer.key = id.text
      answer.door = key.door.text
      if case .denied(let refusal) = answer.decision, refusal.reason.isOfTime {
        let next = NextAccess(after: refusal, of: key, facts, at: now, zones: environment.zones)
        answer.nextValid = next.instant
        answer.isException = key.isException(refusal, at: now, zones: environment.zones)
      }
    } else if case .opened = answer.decision, let type = target.action {
      answer.screen = lookups.actions[type]?.screen
    }
  }

  /// Charges the use and finds or makes the command.
  private mutating func grant(
    _ answer: inout TapAnswer, _ key: KeyFacts, _ id: Key.ID, at index: Int,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    try findFlights(onDoor: key.door, in: transaction)
    if let wait = flights.wait(onDoor: key.door) {
      answer.decision = .denied(Refusal(.busy))
      answer.wait = wait
      return
    }
    if key.maxUses != nil {
      guard try transaction.chargeUse(of: id) else {
        answer.decision = .denied(Refusal(.usesExhausted))
        return
      }
      charges[id, default: 0] += 1
    }
    throttling.take(fromDoorAt: index)
    (answer.command, answer.joining) = flights.command(
      onDoor: key.door, owner: owners.own, makeID: environment.makeIdentifier)
    if answer.joining == .new {
      answer.deadline = uptime + .milliseconds(settings.commandDeadline)
    }
  }

  private mutating func record(
    _ answer: TapAnswer, _ tap: TapRequest, _ target: TapTarget, _ device: DeviceFacts?
  ) -> Int64? {
    if case .opened = answer.decision { return nil }
    let entry = DecisionEntry(
      tap: tap, target: target, answer: answer, device: device, now: now,
      secret: device?.secret ?? installation.secret)
    let sequence = log.append { sequence, writer in entry.write(sequence, to: &writer) }
    if let start = entry.rejectedStart { rejectedLinks.append((sequence, start)) }
    return sequence
  }

  private mutating func remember(
    _ tap: TapIdentity, _ answer: TapAnswer, _ content: Digest, _ sequence: Int64?
  ) {
    let attempt = Attempt(
      tap: tap, content: content, decidedAt: now, sequence: sequence, command: answer.command,
      answer: answer.remembered(in: &writer))
    attemptsByTap[tap] = attempts.count
    attempts.append(attempt)
  }

  private func noteShown(
    _ tap: TapRequest, _ device: DeviceFacts?,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    guard let version = tap.listVersion, let device, !device.isRemoved,
      device.shownVersion != version, let id = tap.device
    else { return }
    try transaction.noteShown(version, by: Device.ID(trusted: id))
  }
}
