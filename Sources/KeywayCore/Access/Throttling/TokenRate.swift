/// How fast a bucket fills with tokens, and how many it holds.
package struct TokenRate: Hashable, Sendable {
  /// From one token to the next, in microseconds.
  let interval: Int64
  /// At least one.
  let capacity: Int64

  /// A bucket that holds the tokens of so many minutes, and at least one; nil where the rate is no
  /// limit.
  package init?(_ rate: RateText, minutes: Int64 = 1) {
    if rate.isOff { return nil }
    let count = Int64(rate.count)
    let period = rate.period.milliseconds
    // Rounded up, so that no more come than the rate allows.
    interval = (period * 1_000 + count - 1) / count
    capacity = max(1, count * minutes * 60_000 / period)
  }

  /// How long an empty bucket takes to be full, in microseconds.
  var span: Int64 { interval * capacity }
}
