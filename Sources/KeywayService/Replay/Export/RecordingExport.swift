package import KeywayCore
import KeywayStore

/// Writes the taps of a log as a recording: replayed on the registry as it was, they are decided as
/// they were, unless the registry was edited in between.
///
/// The log is read twice. What is held meanwhile are the phones and the limited keys of the
/// registry, the taps of as long as a tap may be old, and of the others what is out of the
/// ordinary.
package struct RecordingExport {
  /// What was written.
  package struct Report: Hashable, Sendable {
    package let taps: Int
    /// How many taps could not be written.
    package let unwritten: Int
    /// How often the registry or a setting was changed between the taps.
    package let changes: Int
  }

  private let store: any Store
  private let audit: AuditService
  private let since: Timestamp?
  private let until: Timestamp?

  /// - Parameters:
  ///   - since: the first instant of decisions that are written, or nil for the beginning.
  ///   - until: the first instant of those that are not any more, or nil for the end.
  package init(environment: ServiceEnvironment, since: Timestamp? = nil, until: Timestamp? = nil) {
    store = environment.store
    audit = AuditService(environment: environment)
    self.since = since
    self.until = until
  }

  /// Calls `line` with each line of the recording, and `unwritten` with the number of each entry
  /// whose tap is not in it and the reason in words. Blocks.
  ///
  /// - Throws: `StoreError`, `SettingError`, and what the bodies throw.
  package func write(
    line: (JSONObject) throws -> Void, unwritten: (Int64, String) throws -> Void
  ) throws -> Report {
    let registry = try store.read { reader in try RegistryExtract(reader) }
    var rebuilder = TapRebuilder(registry, store: store)
    rebuilder.beginsLate = try since != nil || audit.prunedBelow() > 0
    let (survey, end) = try survey(rebuilder)
    rebuilder.sharedNames = survey.names.shared
    var pass = RecordingPass(survey, rebuilder, audit)
    var failures = 0
    try audit.forEach(AuditFilter()) { record in
      guard record.sequence < end, isDecision(record), isWithin(record) else { return }
      do {
        let decision = try LoggedDecision(record)
        try pass.take(decision)
        try pass.write(now: decision.decidedAt, line)
      } catch let reason as UnwrittenTap {
        failures += 1
        try unwritten(record.sequence, reason.words)
      }
    }
    try pass.write(now: nil, line)
    return Report(taps: pass.taps, unwritten: failures, changes: survey.changes)
  }

  /// Reads the log once; the second value is the number of the first entry that it has not.
  private func survey(_ rebuilder: TapRebuilder) throws -> (LogSurvey, Int64) {
    var survey = LogSurvey(rebuilder.registry)
    var end: Int64 = 0
    try audit.forEach(AuditFilter()) { record in
      end = record.sequence + 1
      guard isDecision(record) else { return survey.see(record) }
      guard let decision = try? LoggedDecision(record) else { return }
      let isWritten = try isWithin(record) && canRebuild(decision, rebuilder)
      survey.see(decision, isWritten: isWritten)
    }
    survey.finish()
    return (survey, end)
  }

  private func canRebuild(_ decision: LoggedDecision, _ rebuilder: TapRebuilder) throws -> Bool {
    if decision.refusal?.reason == .tapConflict { return true }
    do {
      _ = try rebuilder.rebuild(decision)
      return true
    } catch is UnwrittenTap {
      return false
    }
  }

  private func isDecision(_ record: AuditRecord) -> Bool {
    record.members.text("kind") == "decision"
  }

  /// An entry without an instant is in every span, so that it is told of.
  private func isWithin(_ record: AuditRecord) -> Bool {
    guard let at = record.at else { return true }
    return since.map { $0 <= at } ?? true && until.map { at < $0 } ?? true
  }
}
