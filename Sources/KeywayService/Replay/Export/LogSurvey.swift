import KeywayCore

/// What has to be known of a log as a whole before the first of its taps can be written into a
/// recording. Holds what is out of the ordinary only.
struct LogSurvey {
  /// A tap that arrived so late that it stands far before its decision.
  struct LateTap: Hashable, Sendable {
    let tappedAt: Timestamp
    let sequence: Int64
  }

  private(set) var commands: CommandSurvey
  private(set) var names: TapNameSurvey
  /// By the instant of the tap, once the survey is finished.
  private(set) var late: [LateTap] = []
  /// Whether a bucket was ever empty, so that the order of taps on different keys matters.
  private(set) var isThrottled = false
  /// How often the registry or a setting was changed between the taps that are written.
  private(set) var changes = 0
  /// The same since the last of them, or nil before the first.
  private var changesSince: Int?
  /// Older taps are late, in milliseconds.
  private let window: Int64

  init(_ registry: RegistryExtract) {
    commands = CommandSurvey(registry)
    window = registry.settings.maximumTapAge
    names = TapNameSurvey(memory: registry.settings.tapMemory + LoggedDecision.day)
  }

  /// Takes in the next entry of the log that is no decision.
  mutating func see(_ record: AuditRecord) {
    if let answer = LoggedAnswer(record) { commands.see(answer) }
    if record.isChange { changesSince? += 1 }
  }

  /// Takes in the next decision of the log.
  ///
  /// - Parameter isWritten: whether the recording will have it.
  mutating func see(_ decision: LoggedDecision, isWritten: Bool) {
    commands.see(decision, isWritten: isWritten)
    guard isWritten else { return }
    changes += changesSince ?? 0
    changesSince = 0
    names.see(decision)
    if decision.refusal?.isThrottling == true { isThrottled = true }
    if isLate(decision) {
      late.append(LateTap(tappedAt: decision.tappedAt, sequence: decision.sequence))
    }
  }

  /// Whether the tap is placed by its own instant, long before what was decided around it.
  func isLate(_ decision: LoggedDecision) -> Bool {
    decision.age > window && decision.isFree
  }

  mutating func finish() {
    commands.finish()
    late.sort { ($0.tappedAt.milliseconds, $0.sequence) < ($1.tappedAt.milliseconds, $1.sequence) }
  }
}

extension AuditRecord {
  /// Whether something was changed that decides taps; tokens only say who sends them.
  fileprivate var isChange: Bool {
    guard members.text("kind") == "administration", members.text("object") != "token" else {
      return false
    }
    return members.text("verb") != "enrol" && members.text("verb") != "redeem"
  }
}

extension LoggedDecision {
  static let day: Int64 = 86_400_000

  /// In milliseconds; negative when the tap lies ahead.
  var age: Int64 { decidedAt.milliseconds - tappedAt.milliseconds }

  /// Whether it was decided without a look at anything that other taps could have changed, not
  /// even at a bucket.
  var isFree: Bool {
    refusal?.reason == .malformedLink || refusal?.reason == .staleTap
  }
}
