/// An instant: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Timestamp: Hashable, Sendable, Comparable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
