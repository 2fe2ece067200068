package import KeywayCore

/// Plays the part of the lock that a driver talks to, so that everything can be tried without one.
package protocol LockSimulation: Sendable {
  /// Plays it until nobody wants that any more. Blocks.
  ///
  /// - Parameters:
  ///   - settings: the door's `lock`.
  ///   - delay: how long it takes to answer.
  ///   - ready: is called whenever the lock can be told.
  ///   - told: is called with each command that comes in.
  /// - Throws: ``LockSettingsError``.
  func play(
    _ settings: JSONObject, as behaviour: SimulatedBehaviour, delay: Duration,
    while isWanted: () -> Bool, ready: () -> Void,
    told: @escaping @Sendable (LockCommand.Verb) -> Void
  ) throws(LockSettingsError)
}

/// What a played lock does with a command; raw values stand in command lines.
package enum SimulatedBehaviour: String, Sendable, CaseIterable {
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
