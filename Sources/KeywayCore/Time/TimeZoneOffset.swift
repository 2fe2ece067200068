/// How local time differs from UTC during some interval.
package struct TimeZoneOffset: Hashable, Sendable {
  /// Added to UTC to get local time: positive east of Greenwich.
  package let seconds: Int
  /// Whether the rules call it daylight saving time; in Ireland that is winter.
  package let isDaylight: Bool

  package init(seconds: Int, isDaylight: Bool) {
    self.seconds = seconds
    self.isDaylight = isDaylight
  }
}
