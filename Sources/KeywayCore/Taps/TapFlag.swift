/// What is known of a delivery besides its payload; raw values stand in recordings.
package enum TapFlag: String, Sendable, CaseIterable {
  /// The system built the receiver anew and delivered the old intent again: no tap.
  case recreated
  /// The app was opened from the list of recent apps with its old intent: no tap.
  case fromHistory
  /// The person has confirmed in the app.
  case confirmed

  /// Whether a delivery with the flag carries no tap.
  package var isEcho: Bool { self != .confirmed }
}
