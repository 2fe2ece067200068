package import KeywayCore
package import KeywayStore

/// Decides recorded taps on a private copy of the registry. The same copy, recording and tz
/// database give the same bytes, on any machine and at any time. No lock is told anything.
package final class TapReplayer {
  private let clock = ReplayClock()
  private let store: any Store
  private let locks = RecordedLocks()
  private let unlocking: UnlockService
  private let dispatcher: CommandDispatcher
  private let shortcuts: ShortcutService
  private let registry: RegistryService
  private var phones: [Device.ID: ReplayedPhone] = [:]
  private var unanswered = UnansweredCommands()
  private var order = RecordingOrder()
  /// Counts the files, since taps without a device are named by their line alone.
  private var file = 1
  /// What the replay came to so far.
  package private(set) var summary = ReplaySummary()

  /// - Parameters:
  ///   - makeStore: makes the private copy, given the replay's clock and randomness; nothing else
  ///     may use it meanwhile.
  ///   - zones: the machine's time zones.
  package init(
    zones: TimeZones,
    makeStore: (Timestamp, @escaping @Sendable (Int) -> [UInt8]) throws -> any Store
  ) throws {
    let clock = clock
    let store = try makeStore(clock.now) { clock.bytes($0) }
    self.store = store
    let environment = ServiceEnvironment(
      store: store, now: { clock.now },
      random: { clock.bytes($0) }, zones: zones)
    unlocking = UnlockService(
      environment: environment, settings: SettingsCache(), owners: SoleOwner())
    var drivers: [String: any LockDriver] = [:]
    for name in LockDriverName.allCases { drivers[name.rawValue] = locks }
    dispatcher = CommandDispatcher(environment: environment, drivers: drivers)
    shortcuts = ShortcutService(environment: environment)
    registry = RegistryService(environment: environment)
  }

  /// Begins another file, whose instants may lie before those of the last one.
  package func beginFile() {
    order = RecordingOrder()
    file += 1
  }

  /// Replays the next line of the file. Blocks.
  ///
  /// - Throws: ``RecordingError`` for a line that cannot stand here, `StoreError`.
  package func replay(_ line: RecordingLine) throws -> ReplayedLine {
    try order.check(line)
    try pass(to: line.at)
    var output = try members(of: line)
    output["line"] = .integer(Int64(line.number))
    output["at"] = .string(line.at.rfc3339)
    if output["outcome"] == nil { output["outcome"] = .string("none") }
    if let device = line.device {
      output["showing"] = phones[device]?.showing.map(JSONValue.string) ?? .null
    }
    store.maintain()
    let differences = line.expectation?.differences(from: output) ?? []
    if line.expectation != nil { summary.count(expectationMet: differences.isEmpty) }
    return ReplayedLine(output: output, differences: differences)
  }

  private func members(of line: RecordingLine) throws -> JSONObject {
    switch line.content {
    case .lock(let door, let behaviour, let after):
      try checkDoor(door, at: line)
      locks.set(behaviour, after: after, of: door)
      summary.count(outcome: "none")
      return JSONObject()
    case .apply(let fragment):
      try apply(fragment, at: line)
      summary.count(outcome: "none")
      return JSONObject()
    case .life(let event):
      summary.count(outcome: "none")
      guard let device = line.device else { return JSONObject() }
      return try live(event, on: device)
    case .delivery(let delivery):
      if let device = line.device { return try receive(delivery, on: device, line) }
      guard delivery.carriesTap else { return outcome("none") }
      let tap = Tap(id: delivery.id ?? "line-\(line.number)", delivery: delivery)
      return try decide(tap, device: nil, received: line.received).members(completing: tap)
    }
  }

  private func checkDoor(_ door: Door.ID, at line: RecordingLine) throws {
    do {
      _ = try registry.show(.doors, door.text)
    } catch let error as RegistryError {
      throw RecordingError(line: line.number, field: "door", message: error.message)
    }
  }

  private func apply(_ fragment: JSONObject, at line: RecordingLine) throws {
    do {
      _ = try registry.importSite(SiteFile(fragment), actor: Actor(name: "replay"))
    } catch let error as RegistryError {
      throw RecordingError(applying: error, line: line.number)
    }
  }
}

// MARK: - Phones

extension TapReplayer {
  private func live(_ event: LifeEvent, on device: Device.ID) throws -> JSONObject {
    var phone = phones[device] ?? ReplayedPhone(device: device)
    let wasPending = phone.inbox.pending != nil
    let transition = phone.inbox.handle(event)
    var output = JSONObject()
    if let dropped = transition.dropped {
      output["dropped"] = .string(dropped)
      phone.received[dropped] = nil
    }
    switch event {
    case .launch: phone.showing = nil
    case .active where !wasPending:
      phone.showing = nil
    case .background: output["published"] = try publish(to: device).map(JSONValue.object)
    default: break
    }
    if let tap = transition.handedOver {
      let answer = try decide(
        tap, device: device, received: phone.received.removeValue(forKey: tap.id))
      phone.showing = answer.shown
      output["handedOver"] = .object(answer.members(completing: tap))
    }
    phones[device] = phone
    return output
  }

  private func receive(
    _ delivery: TapDelivery, on device: Device.ID, _ line: RecordingLine
  ) throws -> JSONObject {
    var phone = phones[device] ?? ReplayedPhone(device: device)
    defer { phones[device] = phone }
    let receipt = phone.inbox.receive(delivery)
    var output: JSONObject
    switch receipt.outcome {
    case .none:
      output = outcome("none")
    case .duplicate(let id):
      output = outcome("duplicate")
      output["of"] = .string(id)
    case .pending(let tap):
      output = outcome("pending")
      output["tap"] = .string(tap.id)
      phone.received[tap.id] = line.received
    case .handOver(let tap):
      let answer = try decide(tap, device: device, received: line.received)
      phone.showing = answer.shown
      output = answer.members(completing: tap)
    case .conflict(let tap):
      let answer = TapAnswer(tap: tap.id, decision: .denied(Refusal(.tapConflict)))
      summary.count(answer)
      phone.showing = answer.shown
      output = answer.members(completing: tap)
    }
    if let superseded = receipt.superseded {
      output["superseded"] = .string(superseded)
      phone.received[superseded] = nil
    }
    return output
  }

  private func outcome(_ name: String) -> JSONObject {
    summary.count(outcome: name)
    return ["outcome": .string(name)]
  }

  /// Gives the device its set, as an app does on its way to the background; nil for a device that
  /// the registry does not know.
  private func publish(to device: Device.ID) throws -> JSONObject? {
    let set: PublishedSet
    do {
      set = try shortcuts.issue(device)
    } catch let error as ServiceError where error.code == .notFound {
      return nil
    }
    let version = set.issued.version
    try shortcuts.acknowledge([(device, version)])
    let types = set.issued.content.items.map { JSONValue.string($0.type) }
    return ["version": .integer(version), "types": .array(types)]
  }
}

// MARK: - Taps and commands

extension TapReplayer {
  private func decide(_ tap: Tap, device: Device.ID?, received: Timestamp?) throws -> TapAnswer {
    clock.set(max(clock.now, received ?? clock.now))
    let request = TapRequest(
      tap: TapIdentity(sender: device.map { "device:\($0)" } ?? "recording:\(file)", id: tap.id),
      device: device?.text, payload: tap.payload,
      channel: tap.channel, tappedAt: tap.at, isConfirmed: tap.flags.contains(.confirmed),
      listVersion: tap.list)
    guard let answer = try unlocking.decide([request]).first else {
      throw StoreError(.misuse, "a tap was not answered")
    }
    summary.count(answer)
    if answer.joining == .new, answer.repeated == nil, let command = answer.command {
      try tell(command)
    }
    return answer
  }

  private func tell(_ id: LockCommand.ID) throws {
    guard let sending = try dispatcher.prepare(id), let answer = dispatcher.tell(sending) else {
      return
    }
    let now = clock.now
    let instant = locks.answerInstant(of: sending.command, answer.report, now: now)
    if instant > now {
      unanswered.add(sending, answering: answer, at: instant)
    } else {
      _ = try dispatcher.close(sending, answer)
    }
  }

  /// Lets the locks answer whose answers are due by then, each at its own instant.
  private func pass(to now: Timestamp) throws {
    while let (sending, answer, instant) = unanswered.next(by: now) {
      clock.set(instant)
      _ = try dispatcher.close(sending, answer)
    }
    clock.set(now)
  }
}

extension RecordingError {
  /// What is wrong with a fragment of a site file: every problem, each with its own path.
  package init(applying error: RegistryError, line: Int) {
    let problems = error.problems.map { "apply.\($0.path): \($0.message)" }
    self.init(
      line: line, message: problems.isEmpty ? error.message : problems.joined(separator: "; "))
  }
}
