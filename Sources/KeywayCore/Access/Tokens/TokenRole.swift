/// What a token is for; raw values are stored and never change.
package enum TokenRole: String, Sendable, CaseIterable {
  /// The registry, doors' verbs and dry runs.
  case `operator`
  /// Shortcut sets of all phones.
  case job
  /// One phone: its own taps, sets and attempts.
  case device
  /// The log.
  case auditor

  /// How long a token of the role works when nobody says otherwise, in milliseconds; nil for ever.
  ///
  /// A phone is given no end: it would lock its owner out of the door on a day that nobody
  /// remembers. It ends with the device, or when it is revoked.
  package var usualLifetime: Int64? { self == .device ? nil : 90 * 86_400_000 }
}
