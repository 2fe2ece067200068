/// Tokens that are taken one by one and come back evenly, kept as a single instant: the generic
/// cell rate algorithm of ITU-T I.371, annex A.
package struct TokenBucket: Hashable, Sendable {
  /// When the bucket would be full again, in microseconds since 1970; past for a full one.
  package private(set) var fullAt: Int64

  package init(fullAt: Int64 = 0) {
    self.fullAt = fullAt
  }

  /// How long until there is a token, in milliseconds, rounded up; nil when there is one.
  package func wait(at now: Timestamp, _ rate: TokenRate) -> Int64? {
    let missing = debt(at: now, rate) - (rate.span - rate.interval)
    return missing > 0 ? (missing + 999) / 1_000 : nil
  }

  /// Takes a token; to be called only where there is one.
  package mutating func take(at now: Timestamp, _ rate: TokenRate) {
    fullAt = Self.microseconds(now) + debt(at: now, rate) + rate.interval
  }

  /// How long until the bucket is full, in microseconds. A clock that was set back, or a rate that
  /// was higher, leaves it empty at the most.
  private func debt(at now: Timestamp, _ rate: TokenRate) -> Int64 {
    let (debt, isOver) = fullAt.subtractingReportingOverflow(Self.microseconds(now))
    return isOver ? 0 : min(max(debt, 0), rate.span)
  }

  private static func microseconds(_ instant: Timestamp) -> Int64 {
    instant.milliseconds &* 1_000
  }
}
