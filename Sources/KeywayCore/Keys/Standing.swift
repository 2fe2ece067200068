/// Whether a holder or a device may act; raw values are stored and never change.
package enum Standing: String, Sendable, CaseIterable {
  case active
  /// Until it is resumed, every tap is denied.
  case suspended
}
