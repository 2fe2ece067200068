/// How often something may happen, as settings write it: `10/m`, or `0` for no limit.
package struct RateText: Hashable, Sendable, CustomStringConvertible {
  /// What the count is for; raw values are the letters of settings.
  package enum Period: String, Hashable, Sendable, CaseIterable {
    case second = "s"
    case minute = "m"
    case hour = "h"

    package var milliseconds: Int64 {
      switch self {
      case .second: 1000
      case .minute: 60_000
      case .hour: 3_600_000
      }
    }
  }

  /// 0, which is no limit, to 1,000,000.
  package let count: Int
  package let period: Period

  /// No limit.
  package static let off = Self(unlimited: ())

  private init(unlimited: Void) {
    count = 0
    period = .minute
  }

  /// Nil unless `count` lies in 1 to 1,000,000.
  package init?(count: Int, per period: Period) {
    guard 1...1_000_000 ~= count else { return nil }
    self.count = count
    self.period = period
  }

  /// Reads a count without leading zeros, `/` and `s`, `m` or `h`; or `0` alone.
  package init(parsing bytes: Span<UInt8>) throws(TimeTextError) {
    var scanner = ByteScanner()
    if scanner.take("0", bytes) {
      guard scanner.isAtEnd(bytes) else { throw .rateForm }
      self = .off
      return
    }
    guard scanner.skip(bytes, while: { $0 &- 0x30 < 10 }) > 0, scanner.take("/", bytes),
      let letter = scanner.peek(bytes), scanner.offset + 1 == bytes.count,
      let period = Period(rawValue: String(Unicode.Scalar(letter)))
    else { throw .rateForm }
    var number = ByteScanner()
    guard let count = number.number(most: 7, bytes), let rate = Self(count: count, per: period)
    else { throw .rateTooHigh }
    self = rate
  }

  package var isOff: Bool { count == 0 }

  /// `10/m`, or `0`.
  package var description: String { isOff ? "0" : "\(count)/\(period.rawValue)" }
}
