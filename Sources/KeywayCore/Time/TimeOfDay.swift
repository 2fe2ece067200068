/// A minute of the day on a wall clock, `00:00` to `24:00`.
package struct TimeOfDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Minutes since midnight, 0 to 1440.
  package let minutes: Int

  package static let midnight = Self(unchecked: 0)
  /// `24:00`, the end of a day and no part of it.
  package static let endOfDay = Self(unchecked: 1440)

  /// Nil unless `minutes` lies in 0 to 1440.
  package init?(minutes: Int) {
    guard 0...1440 ~= minutes else { return nil }
    self.minutes = minutes
  }

  private init(unchecked minutes: Int) {
    self.minutes = minutes
  }

  /// Reads `HH:MM`; `24:00` only when it may be the end of a day.
  package init(parsing bytes: Span<UInt8>, isEnd: Bool = false) throws(TimeTextError) {
    var scanner = ByteScanner()
    guard let hour = scanner.number(digits: 2, bytes), scanner.take(":", bytes),
      let minute = scanner.number(digits: 2, bytes), scanner.isAtEnd(bytes)
    else { throw .timeOfDayForm }
    guard minute < 60 else { throw .minute }
    guard hour != 24 || isEnd else { throw .hour24 }
    guard hour <= 24 else { throw .hour }
    guard hour < 24 || minute == 0 else { throw .after24 }
    minutes = hour * 60 + minute
  }

  /// `HH:MM`.
  package var description: String {
    var output: [UInt8] = []
    output.appendPair(minutes / 60)
    output.append(UInt8(ascii: ":"))
    output.appendPair(minutes % 60)
    return String(decoding: output, as: UTF8.self)
  }

  package static func < (left: Self, right: Self) -> Bool { left.minutes < right.minutes }
}
