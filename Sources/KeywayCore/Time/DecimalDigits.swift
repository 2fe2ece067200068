extension [UInt8] {
  /// Appends a number in decimal.
  @inline(__always)
  mutating func appendDecimal(_ value: UInt64) {
    var rest = value
    repeat {
      append(UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0
    rest = value
    var place = count
    while rest > 0 {
      place -= 1
      self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends two digits for a number from 0 to 99.
  @inline(__always)
  mutating func appendPair(_ value: Int) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
  }

  /// Appends `HH:MM:SS` for the second of the day.
  @inline(__always)
  mutating func appendClock(seconds: Int) {
    appendPair(seconds / 3600)
    append(UInt8(ascii: ":"))
    appendPair(seconds / 60 % 60)
    append(UInt8(ascii: ":"))
    appendPair(seconds % 60)
  }
}
