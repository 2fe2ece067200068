import KeywayCore

/// What the ids of logged taps are to the taps that have them.
struct TapNameSurvey {
  /// A tap id as its sender used it; a sender that is no phone is only known to be none.
  struct Name: Hashable, Sendable {
    let phone: LoggedDecision.Phone
    let tap: String

    init(_ decision: LoggedDecision) {
      phone = decision.phone
      tap = decision.tap
    }
  }

  /// Ids that were used again for something else.
  private(set) var reused: Set<Name> = []
  /// Decisions on taps without a phone whose id another local user's tap has too: in a recording
  /// all such taps have one sender.
  private(set) var shared: Set<Int64> = []
  /// For how long a replay knows an id, in milliseconds.
  private let memory: Int64
  /// Ids of taps without a phone, younger than twice the memory.
  private var recent: Set<String> = []
  private var older: Set<String> = []
  private var recentSince: Timestamp?

  init(memory: Int64) {
    self.memory = memory
  }

  /// Takes in the next decision of the log.
  mutating func see(_ decision: LoggedDecision) {
    if decision.refusal?.reason == .tapConflict {
      reused.insert(Name(decision))
      return
    }
    guard decision.phone == .none else { return }
    let since = recentSince ?? decision.decidedAt
    if decision.decidedAt.milliseconds - since.milliseconds > memory {
      older = recent
      recent = []
      recentSince = decision.decidedAt
    } else {
      recentSince = since
    }
    if older.contains(decision.tap) || !recent.insert(decision.tap).inserted {
      shared.insert(decision.sequence)
    }
  }
}
