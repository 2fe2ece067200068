package import KeywayCore

/// What a replay came to.
package struct ReplaySummary: Hashable, Sendable {
  /// How many lines, by outcome; taps that are handed over count beside their lines.
  package private(set) var outcomes: [String: Int] = [:]
  /// How many commands each door's lock would have been told.
  package private(set) var commands: [Door.ID: Int] = [:]
  /// How many lines expected something.
  package private(set) var expectations = 0
  /// How many of them were not met.
  package private(set) var failures = 0

  package init() {}

  mutating func count(_ answer: TapAnswer) {
    outcomes[answer.decision.outcome, default: 0] += 1
    if answer.joining == .new, answer.repeated == nil, let door = answer.door {
      commands[Door.ID(trusted: door), default: 0] += 1
    }
  }

  mutating func count(outcome: String) {
    outcomes[outcome, default: 0] += 1
  }

  mutating func count(expectationMet: Bool) {
    expectations += 1
    if !expectationMet { failures += 1 }
  }
}
