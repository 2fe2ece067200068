package import KeywayCore

/// How a simulated lock behind a broker answers.
package struct MQTTLockScript: Hashable, Sendable {
  /// What it does with a command; raw values stand in command lines.
  package enum Behaviour: String, Sendable, CaseIterable {
    /// It does what it is told and reports it.
    case obeys
    /// It does what it is told, and never reports.
    case silent
    /// It stays as it is, and reports that.
    case refuses
    case jams
    /// It first reports the state from before.
    case previous
  }

  package var behaviour = Behaviour.obeys
  /// How long it takes to report.
  package var delay = Duration.zero
  /// Where its bolt is in the beginning.
  package var state = LockState.locked
  /// In percent, or nil when it says nothing of it.
  package var battery: Int?
  /// Whether the broker is to keep its reports.
  package var retains = false
  package var reportsAtStart = true
  /// Whether it says on its availability topic that it is there, and has the broker say when not.
  package var announces = false
  /// The name of the session that the broker keeps while the lock is away, or nil.
  package var session: String?

  /// Whether it leaves commands that come after their `keyway-expires`; locks that people own do
  /// not know of it.
  package var knowsExpiry = true

  package init() {}
}
