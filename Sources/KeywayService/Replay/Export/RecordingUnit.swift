import KeywayCore

/// A tap as it is written, with the lines about its lock around it.
struct RecordingUnit: Sendable {
  let tap: RebuiltTap
  /// Of all its lines.
  var at: Timestamp
  /// Nil where no line is needed.
  let answer: LockAnswer?
  let joining: TapAnswer.Joining?
  /// Whether the tap came to a command together with others.
  let isShared: Bool

  /// The tap as it came, at its own instant.
  init(_ tap: RebuiltTap, commands: CommandSurvey) {
    self.tap = tap
    let decision = tap.decision
    at = min(decision.tappedAt, decision.decidedAt)
    answer = commands.answers[decision.sequence]
    isShared = commands.coalesced.contains(decision.sequence)
    let isTold = decision.command != nil && !commands.uncertain.contains(decision.sequence)
    joining = isTold ? (isShared ? .coalesced : .new) : nil
  }

  /// Until when the lock has not answered, where that is later than the decision.
  var openUntil: Timestamp? {
    answer?.after.map { after in
      Timestamp(milliseconds: tap.decision.decidedAt.milliseconds + after)
    }
  }

  var lines: [JSONObject] {
    let line = tap.line(at: at, joining: joining)
    guard let answer, let door = tap.decision.door else { return [line] }
    return [
      answer.line(at: at, door: door), line, LockAnswer.atOnce.line(at: at, door: door),
    ]
  }
}
