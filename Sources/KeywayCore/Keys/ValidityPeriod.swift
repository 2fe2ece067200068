/// When a key works, half-open: from `from` up to, not including, `until`.
package struct ValidityPeriod: Hashable, Sendable {
  /// The first instant, or nil when the key works from ever.
  package let from: Timestamp?
  /// The first instant at which the key no longer works, or nil when it never ends.
  package let until: Timestamp?

  /// Nil when `until` is not later than `from`.
  package init?(from: Timestamp?, until: Timestamp?) {
    if let from, let until, until <= from { return nil }
    self.from = from
    self.until = until
  }

  private init() {
    from = nil
    until = nil
  }

  /// Always.
  package static let unbounded = ValidityPeriod()
}
