import KeywayCore
import KeywayStore

/// The second reading of the log, which writes what the first one found out how to.
struct RecordingPass {
  private struct Original {
    let tap: RebuiltTap
    /// Behind the day on which the replay forgets it.
    let end: Timestamp
  }

  /// A tap id as its sender used it.
  private struct Name: Hashable {
    let device: Device.ID?
    let tap: String
  }

  private let survey: LogSurvey
  private let rebuilder: TapRebuilder
  private let audit: AuditService
  private var ordering: RecordingOrdering
  /// How many of the survey's late taps were written.
  private var late = 0
  /// The first taps under ids that were used again.
  private var originals: [Name: Original] = [:]
  /// How many taps were written.
  private(set) var taps = 0

  init(_ survey: LogSurvey, _ rebuilder: TapRebuilder, _ audit: AuditService) {
    self.survey = survey
    self.rebuilder = rebuilder
    self.audit = audit
    ordering = RecordingOrdering(rebuilder.registry, isThrottled: survey.isThrottled)
  }

  /// Takes the next decision that is to be written.
  ///
  /// - Throws: ``UnwrittenTap`` when it cannot be, `StoreError`.
  mutating func take(_ decision: LoggedDecision) throws {
    let name = Name(device: try rebuilder.device(of: decision), tap: decision.tap)
    if decision.refusal?.reason == .tapConflict {
      guard let original = originals[name], decision.decidedAt < original.end else {
        throw UnwrittenTap.conflictAlone
      }
      let tap = rebuilder.rebuild(conflict: decision, with: original.tap)
      return try ordering.add(RecordingUnit(tap, commands: survey.commands))
    }
    let tap = try rebuilder.rebuild(decision)
    if !survey.isLate(decision) {
      try ordering.add(RecordingUnit(tap, commands: survey.commands))
    }
    if survey.names.reused.contains(TapNameSurvey.Name(decision)) {
      let memory = rebuilder.registry.settings.tapMemory + LoggedDecision.day
      let end = Timestamp(milliseconds: decision.decidedAt.milliseconds + memory)
      originals[name] = Original(tap: tap, end: end)
    }
  }

  /// Writes what no tap can come before any more.
  ///
  /// - Parameter now: when the last tap was decided; nil behind the last.
  mutating func write(now: Timestamp?, _ line: (JSONObject) throws -> Void) throws {
    while let unit = ordering.next(now: now) {
      try writeLate(until: unit.at, line)
      for object in unit.lines { try line(object) }
      taps += 1
    }
    if now == nil { try writeLate(until: nil, line) }
  }

  private mutating func writeLate(
    until end: Timestamp?, _ line: (JSONObject) throws -> Void
  ) throws {
    while late < survey.late.count {
      let next = survey.late[late]
      if let end, next.tappedAt > end { return }
      late += 1
      let decision = try LoggedDecision(try audit.entry(next.sequence).record)
      try line(rebuilder.rebuild(decision).line(at: next.tappedAt, joining: nil))
      taps += 1
    }
  }
}
