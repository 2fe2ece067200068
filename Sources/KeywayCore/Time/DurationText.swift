/// A length of time as settings write it: `500ms`, `30s`, `2m`, `1h`, `7d`.
package struct DurationText: Hashable, Sendable, CustomStringConvertible {
  /// 0 to ``longest``.
  package let milliseconds: Int64

  /// 36,500 days, so that an instant and a duration can be added without overflow.
  package static var longest: Int64 { 36_500 * 86_400_000 }

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Nil when negative or longer than ``longest``.
  package init?(milliseconds: Int64) {
    guard 0...Self.longest ~= milliseconds else { return nil }
    self.milliseconds = milliseconds
  }

  /// Reads a whole number without leading zeros and its unit.
  package init(parsing bytes: Span<UInt8>) throws(TimeTextError) {
    var scanner = ByteScanner()
    let isZero = scanner.peek(bytes) == UInt8(ascii: "0")
    let digits = scanner.skip(bytes) { $0 &- 0x30 < 10 }
    guard digits > 0, !isZero || digits == 1 else { throw .durationForm }
    let end = scanner.offset
    guard let unit = Self.units.first(where: { $0.name.utf8.elementsEqual(bytes, from: end) })
    else { throw .durationForm }
    var number = ByteScanner()
    guard let count = number.number(most: 15, bytes),
      Int64(count) <= Self.longest / unit.milliseconds
    else { throw .durationTooLong }
    milliseconds = Int64(count) * unit.milliseconds
  }

  /// In the largest unit that says it exactly; nothing is `0s`.
  package var description: String {
    guard milliseconds > 0 else { return "0s" }
    for unit in Self.units where milliseconds % unit.milliseconds == 0 {
      return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
    return "\(milliseconds)ms"
  }
}

extension String.UTF8View {
  /// Whether these are exactly the bytes from `start` to the end.
  fileprivate func elementsEqual(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard count == bytes.count - start else { return false }
    return zip(self, start..<bytes.count).allSatisfy { $0 == bytes[$1] }
  }
}
