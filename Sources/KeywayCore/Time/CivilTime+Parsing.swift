extension CivilTime {
  /// Reads `YYYY-MM-DDThh:mm`, with or without `:ss` and at most three decimals, and no offset.
  package init(parsing bytes: Span<UInt8>) throws(TimeTextError) {
    var scanner = ByteScanner()
    self = try Self.scan(&scanner, bytes, needsSeconds: false, form: .wallTimeForm)
    guard scanner.isAtEnd(bytes) else { throw .wallTimeForm }
  }

  static func scan(
    _ scanner: inout ByteScanner, _ bytes: Span<UInt8>, needsSeconds: Bool, form: TimeTextError
  ) throws(TimeTextError) -> Self {
    let date = try CivilDate.scan(&scanner, bytes, form: form)
    guard scanner.take("T", bytes) else {
      throw scanner.peek(bytes) == UInt8(ascii: "t") ? .smallLetter : form
    }
    guard let hour = scanner.number(digits: 2, bytes), scanner.take(":", bytes),
      let minute = scanner.number(digits: 2, bytes)
    else { throw form }
    var second = 0
    var fraction = 0
    if scanner.take(":", bytes) {
      guard let number = scanner.number(digits: 2, bytes) else { throw form }
      second = number
      fraction = try milliseconds(&scanner, bytes, form)
    } else if needsSeconds {
      throw form
    }
    try check(hour, minute, second)
    let millisecondOfDay = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    guard let result = Self(date: date, millisecondOfDay: millisecondOfDay) else { throw form }
    return result
  }

  /// Reads a point and one to three decimals, if there is a point.
  private static func milliseconds(
    _ scanner: inout ByteScanner, _ bytes: Span<UInt8>, _ form: TimeTextError
  ) throws(TimeTextError) -> Int {
    guard scanner.take(".", bytes) else { return 0 }
    var value = 0
    var count = 0
    while let digit = scanner.digit(bytes) {
      guard count < 3 else { throw .decimals }
      value = value * 10 + digit
      count += 1
    }
    guard count > 0 else { throw form }
    for _ in count..<3 { value *= 10 }
    return value
  }

  private static func check(
    _ hour: Int, _ minute: Int, _ second: Int
  ) throws(TimeTextError) {
    guard hour != 24 else { throw .hour24 }
    guard hour < 24 else { throw .hour }
    guard minute < 60 else { throw .minute }
    guard second != 60 else { throw .leapSecond }
    guard second < 60 else { throw .second }
  }
}
