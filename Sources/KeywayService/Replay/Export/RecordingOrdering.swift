import KeywayCore

/// Brings taps that come in the order of their decisions into the order of a recording, whose
/// instants never go back: that of the taps' own instants.
///
/// A replay decides line by line, so a tap may only come before others that were decided before it
/// where none of them can tell. Where one can, the tap's instant is moved behind that one; it stays
/// within the age that let the tap in.
struct RecordingOrdering {
  /// Whether buckets can be told: then all taps on a phone or a door depend on each other.
  private let isThrottled: Bool
  private let limitedKeys: Set<Key.ID>
  /// In milliseconds; a tap that is not stale is not older.
  private let window: Int64
  private var waiting: [RecordingUnit] = []
  /// How many of those at the front were taken out.
  private var taken = 0
  private var lastWritten = Timestamp(milliseconds: .min)
  /// When locks answer that did not at once, as far as a tap can still come before it.
  private var answers: [(door: Door.ID, at: Timestamp)] = []

  init(_ registry: RegistryExtract, isThrottled: Bool) {
    self.isThrottled = isThrottled
    limitedKeys = registry.limitedKeys
    window = registry.settings.maximumTapAge
  }

  /// Takes the next tap, in the order of the log.
  ///
  /// - Throws: `clockSetBack` when there is no place for it.
  mutating func add(_ unit: RecordingUnit) throws(UnwrittenTap) {
    var unit = unit
    let decision = unit.tap.decision
    unit.at = max(unit.at, floor(for: unit))
    // A stale tap that is moved may be stale no longer.
    let isMoved = unit.at > decision.tappedAt
    guard unit.at <= decision.decidedAt, !isMoved || decision.refusal?.reason != .staleTap
    else { throw .clockSetBack }
    let place = waiting[taken...].lastIndex { $0.at <= unit.at }.map { $0 + 1 } ?? taken
    waiting.insert(unit, at: place)
    if let door = decision.door, let instant = unit.openUntil { answers.append((door, instant)) }
  }

  /// Takes out the next tap when no other can come before it any more.
  ///
  /// - Parameter now: when the last tap was decided; nil behind the last.
  mutating func next(now: Timestamp?) -> RecordingUnit? {
    guard taken < waiting.count else { return nil }
    let unit = waiting[taken]
    if let now {
      let limit = Timestamp(milliseconds: now.milliseconds - window)
      if unit.at >= limit { return nil }
      answers.removeAll { $0.at < limit }
    }
    taken += 1
    lastWritten = unit.at
    if taken > 64, taken * 2 > waiting.count {
      waiting.removeFirst(taken)
      taken = 0
    }
    return unit
  }

  /// The instant that the tap must not lie before.
  private func floor(for unit: RecordingUnit) -> Timestamp {
    let decision = unit.tap.decision
    // Its original stands somewhere before.
    if decision.refusal?.reason == .tapConflict { return waiting.last?.at ?? lastWritten }
    let other = waiting[taken...].reversed().prefix { $0.at > unit.at }
      .first { canTell(unit, $0) }
    return max(lastWritten, other?.at ?? lastWritten, lastAnswer(seenBy: decision) ?? lastWritten)
  }

  /// When the last lock answered before the decision, so that the decision saw it. A replay lets
  /// locks answer by the instants of its lines.
  private func lastAnswer(seenBy decision: LoggedDecision) -> Timestamp? {
    guard Self.usesCommands(decision) else { return nil }
    return answers.filter { $0.door == decision.door && $0.at <= decision.decidedAt }.map(\.at)
      .max()
  }

  /// Whether one of the two could come out otherwise if they were decided in the other order.
  private func canTell(_ one: RecordingUnit, _ other: RecordingUnit) -> Bool {
    let (first, second) = (one.tap.decision, other.tap.decision)
    if first.isFree || second.isFree { return false }
    let isSameDoor = first.door != nil && first.door == second.door
    if isThrottled {
      return isSameDoor || (one.tap.device != nil && one.tap.device == other.tap.device)
    }
    guard isSameDoor, Self.usesCommands(first), Self.usesCommands(second) else { return false }
    if one.answer != nil || other.answer != nil || one.isShared || other.isShared { return true }
    return first.key.map { first.key == second.key && limitedKeys.contains($0) } ?? false
  }

  /// Whether it could have come out otherwise after other taps on the door, rather than hang on
  /// the registry alone.
  private static func usesCommands(_ decision: LoggedDecision) -> Bool {
    guard let refusal = decision.refusal else { return true }
    switch refusal.reason {
    // What is checked behind the uses found some left.
    case .usesExhausted, .doorDisabled, .doorLockedDown, .confirmationRequired: return true
    default: return refusal.isThrottling
    }
  }
}
