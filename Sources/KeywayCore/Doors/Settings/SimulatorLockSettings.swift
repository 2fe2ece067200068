/// How a simulated lock answers: the members of a door's `lock` with the driver `simulator`.
package struct SimulatorLockSettings: Hashable, Sendable {
  /// What a simulated lock does with a command; raw values stand in files.
  package enum Behaviour: String, Sendable, CaseIterable {
    case acknowledged
    /// It does what it is told, and the answer comes after ``SimulatorLockSettings/delay``.
    case late
    /// It does what it is told, and the answer is lost.
    case lost
    /// It answers twice.
    case doubled
    case refused
    case jammed
    case busy
    /// There is no way to it.
    case offline
    /// Its first report has the state from before, the second the new one.
    case previous
  }

  package static let members = ["answers", "after", "journal", "verbs", "drift"]

  /// One for each command in turn; the last one stays.
  package let answers: [Behaviour]
  /// How long `late` takes.
  package let delay: Duration
  /// The path of a file that gets a line of JSON for each command that the lock is told, or nil.
  package let journal: String?
  package let verbs: Set<LockCommand.Verb>
  /// Whether the lock reports its state; one without a script only answers.
  package let reports: Bool
  /// How far the lock's own clock is ahead, in milliseconds.
  package let drift: Int64

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  package init(_ settings: JSONObject) throws(LockSettingsError) {
    answers =
      try Self.list(settings, "answers", Behaviour.self) ?? [.acknowledged]
    verbs = Set(
      try Self.list(settings, "verbs", LockCommand.Verb.self) ?? LockCommand.Verb.allCases)
    delay = .milliseconds(try Self.milliseconds(settings, "after") ?? 1_000)
    journal = settings.text("journal")
    reports = Self.members.contains { settings[$0] != nil }
    let isBehind = settings.text("drift")?.utf8.first == UInt8(ascii: "-")
    drift = (try Self.milliseconds(settings, "drift") ?? 0) * (isBehind ? -1 : 1)
  }

  private static func list<Word: RawRepresentable & CaseIterable>(
    _ settings: JSONObject, _ member: String, _: Word.Type
  ) throws(LockSettingsError) -> [Word]? where Word.RawValue == String {
    guard let text = settings.text(member) else { return nil }
    var words: [Word] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Word(rawValue: String(word)) else {
        let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw LockSettingsError(member, "has '\(word)'; known are \(all)")
      }
      words.append(known)
    }
    return words
  }

  private static func milliseconds(
    _ settings: JSONObject, _ member: String
  ) throws(LockSettingsError) -> Int64? {
    guard let text = settings.text(member) else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    do throws(TimeTextError) {
      return try DurationText(parsing: Array(digits).span).milliseconds
    } catch {
      throw LockSettingsError(member, "'\(text)': \(error.rawValue)")
    }
  }
}
