/// What became of a tap.
package enum Decision: Hashable, Sendable {
  /// The door may be unlocked.
  case granted
  /// The tap leads to a screen of the app, not to a lock.
  case opened
  case denied(Refusal)
}
