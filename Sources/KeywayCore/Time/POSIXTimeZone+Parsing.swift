extension POSIXTimeZone {
  /// Nil unless all of `bytes` follow `std offset [dst [offset] , start [/time] , end [/time]]`.
  ///
  /// The rule may not be missing: what it would then be is for each system to say.
  init?(parsing bytes: Span<UInt8>) {
    var scanner = ByteScanner()
    guard scanner.takeName(bytes), let west = scanner.clock(bytes, hours: 24) else { return nil }
    standard = TimeZoneOffset(seconds: -west, isDaylight: false)
    if scanner.isAtEnd(bytes) {
      daylight = nil
      return
    }
    guard scanner.takeName(bytes) else { return nil }
    var offset = standard.seconds + 3600
    if scanner.peek(bytes) != UInt8(ascii: ",") {
      guard let west = scanner.clock(bytes, hours: 24) else { return nil }
      offset = -west
    }
    guard scanner.take(",", bytes), let start = YearlyRule(&scanner, bytes),
      scanner.take(",", bytes), let end = YearlyRule(&scanner, bytes), scanner.isAtEnd(bytes)
    else { return nil }
    daylight = Daylight(
      offset: TimeZoneOffset(seconds: offset, isDaylight: true), start: start, end: end)
  }
}

extension ByteScanner {
  /// Steps over an abbreviation: three letters or more, or letters, digits and signs in `<>`.
  fileprivate mutating func takeName(_ bytes: Span<UInt8>) -> Bool {
    let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
    guard take("<", bytes) else { return skip(bytes, while: isLetter) >= 3 }
    let count = skip(bytes) {
      IdentifierByte.canStart($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }
    return count >= 3 && take(">", bytes)
  }

  /// Reads `[+-]hh[:mm[:ss]]` in seconds; the hours may have one to three digits.
  mutating func clock(_ bytes: Span<UInt8>, hours most: Int) -> Int? {
    let isNegative = take("-", bytes)
    if !isNegative { _ = take("+", bytes) }
    guard let hours = number(most: 3, bytes), hours <= most else { return nil }
    var seconds = hours * 3600
    var unit = 60
    while unit > 0, take(":", bytes) {
      guard let part = number(digits: 2, bytes), part < 60 else { return nil }
      seconds += part * unit
      unit /= 60
    }
    return isNegative ? -seconds : seconds
  }
}
