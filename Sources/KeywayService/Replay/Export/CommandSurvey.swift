import KeywayCore

/// Finds out from the log how locks have to answer in a recording: which taps need a line about
/// their lock, and which joined a command of another tap.
struct CommandSurvey {
  private struct Tap {
    let sequence: Int64
    let at: Timestamp
    /// Whether the tap's use can be given back.
    let isCharged: Bool

    func isBehindJoining(_ first: Tap) -> Bool {
      at.milliseconds - first.at.milliseconds >= CommandFlights.joiningWindow
    }
  }

  /// A command whose end was not met yet.
  private struct Flight {
    let id: LockCommand.ID
    /// The first tap on the command that the recording has.
    var first: Tap?
    /// Further ones.
    var joined: [Tap] = []
    /// When a tap was decided last that would see it if the command had ended before.
    var lastWitness: Timestamp?

    /// Taps that joined before the lock was told, which took long. A replay tells it at once, and
    /// so they have commands of their own.
    var late: [Tap] {
      guard let first else { return [] }
      return joined.filter { $0.isBehindJoining(first) }
    }
  }

  private let registry: RegistryExtract
  private var flights: [Door.ID: [Flight]] = [:]
  /// By the sequence number of the decision; taps that need no line are not among them.
  private(set) var answers: [Int64: LockAnswer] = [:]
  /// Decisions that joined a command.
  private(set) var coalesced: Set<Int64> = []
  /// Decisions of which a replay may tell otherwise whether they joined a command.
  private(set) var uncertain: Set<Int64> = []

  init(_ registry: RegistryExtract) {
    self.registry = registry
  }

  /// Takes in the next decision of the log.
  ///
  /// - Parameter isWritten: whether the recording will have it.
  mutating func see(_ decision: LoggedDecision, isWritten: Bool) {
    guard let door = decision.door else { return }
    let tap = Tap(
      sequence: decision.sequence, at: decision.decidedAt,
      isCharged: decision.key.map(registry.limitedKeys.contains) ?? false)
    let opened = decision.command.flatMap { add(tap, to: $0, door, isWritten) }
    guard isWritten, decision.dependsOnCommands else { return }
    for index in flights[door, default: []].indices where flights[door]?[index].id != opened {
      flights[door]?[index].lastWitness = decision.decidedAt
    }
  }

  /// Returns the command if the tap begins it, in the recording at least.
  private mutating func add(
    _ tap: Tap, to command: LockCommand.ID, _ door: Door.ID, _ isWritten: Bool
  ) -> LockCommand.ID? {
    guard let index = flights[door]?.firstIndex(where: { $0.id == command }) else {
      let others = flights[door, default: []].flatMap(\.late)
      if others.contains(where: { !tap.isBehindJoining($0) }) { uncertain.insert(tap.sequence) }
      flights[door, default: []].append(Flight(id: command, first: isWritten ? tap : nil))
      return command
    }
    coalesced.insert(tap.sequence)
    guard isWritten else { return nil }
    guard flights[door]?[index].first == nil else {
      flights[door]?[index].joined.append(tap)
      return nil
    }
    flights[door]?[index].first = tap
    uncertain.insert(tap.sequence)
    return command
  }

  /// Takes in the end of a command.
  mutating func see(_ answer: LoggedAnswer) {
    guard let index = flights[answer.door]?.firstIndex(where: { $0.id == answer.command }),
      let flight = flights[answer.door]?.remove(at: index)
    else { return }
    if flights[answer.door]?.isEmpty == true { flights[answer.door] = nil }
    end(flight, on: answer.door, answer.behaviour, at: answer.at)
  }

  /// To be called behind the last entry: locks that have not answered yet do not answer.
  mutating func finish() {
    for (door, flights) in flights {
      for flight in flights { end(flight, on: door, .unconfirmed, at: nil) }
    }
    flights.removeAll()
  }

  private mutating func end(
    _ flight: Flight, on door: Door.ID, _ behaviour: LockBehaviour, at end: Timestamp?
  ) {
    guard let first = flight.first else { return }
    if registry.locklessDoors.contains(door) {
      // There is nothing to wait for, and a replay does not.
      uncertain.formUnion(flight.joined.map(\.sequence))
      return
    }
    // An answer of the same millisecond would be there before the tap that did not see it.
    let end = end.map { end in
      Timestamp(milliseconds: end.milliseconds + (flight.lastWitness == end ? 1 : 0))
    }
    answers[first.sequence] = answer(
      behaviour, to: first, at: end, isWatched: flight.lastWitness != nil)
    for tap in flight.late {
      // Nobody shall join the tap's own command unless it gives a use back later.
      uncertain.insert(tap.sequence)
      answers[tap.sequence] =
        behaviour == .offline && tap.isCharged
        ? answer(behaviour, to: tap, at: end, isWatched: true)
        : answer(behaviour, to: tap, at: tap.at, isWatched: false)
    }
  }

  /// Nil where the lock does what it does anyway.
  private func answer(
    _ behaviour: LockBehaviour, to tap: Tap, at end: Timestamp?, isWatched: Bool
  ) -> LockAnswer? {
    let wait = end.map { max(0, $0.milliseconds - tap.at.milliseconds) }
    switch behaviour {
    case .unconfirmed:
      // Until its deadline nobody would join it any more.
      let isLong = wait.map { $0 >= CommandFlights.joiningWindow } ?? true
      return LockAnswer(behaviour: .unconfirmed, after: isLong ? nil : wait)
    case .acknowledged, .failed, .offline:
      let answer = LockAnswer(behaviour: behaviour, after: isWatched ? wait : nil)
      return answer == .atOnce ? nil : answer
    }
  }
}

extension LoggedDecision {
  /// Whether it could have come out otherwise if a command on the door had ended before, and had
  /// given its uses back. What found uses left would have found more.
  fileprivate var dependsOnCommands: Bool {
    guard let refusal else { return true }
    return refusal.reason == .usesExhausted || refusal.isThrottling
  }
}

extension Refusal {
  /// Whether a bucket was empty.
  var isThrottling: Bool { reason == .throttled }
}
