extension Timestamp {
  /// Reads an instant of RFC 3339, section 5.6, in the narrow form of the site file: capital `T`
  /// and `Z` or `±hh:mm`, at most three decimals, years 1970 to 9999 as written and in UTC.
  package init(parsing bytes: Span<UInt8>) throws(TimeTextError) {
    var scanner = ByteScanner()
    let wall = try CivilTime.scan(&scanner, bytes, needsSeconds: true, form: .instantForm)
    let offset = try Self.offsetMinutes(&scanner, bytes)
    guard scanner.isAtEnd(bytes) else { throw .instantForm }
    milliseconds = wall.utc.milliseconds - Int64(offset) * 60_000
    // 9999-12-31T23:59:59.999Z
    guard 0...253_402_300_799_999 ~= milliseconds else { throw .utcYear }
  }

  private static func offsetMinutes(
    _ scanner: inout ByteScanner, _ bytes: Span<UInt8>
  ) throws(TimeTextError) -> Int {
    if scanner.isAtEnd(bytes) { throw .noOffset }
    if scanner.take("Z", bytes) { return 0 }
    if scanner.peek(bytes) == UInt8(ascii: "z") { throw .smallLetter }
    let isWest = scanner.take("-", bytes)
    guard isWest || scanner.take("+", bytes), let hours = scanner.number(digits: 2, bytes),
      scanner.take(":", bytes), let minutes = scanner.number(digits: 2, bytes)
    else { throw .instantForm }
    guard hours < 24, minutes < 60 else { throw .offset }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// The instant in RFC 3339, in UTC with exactly three decimals: `2026-03-02T07:59:00.000Z`.
  package var rfc3339: String {
    var output: [UInt8] = []
    output.reserveCapacity(24)
    appendRFC3339(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends ``rfc3339``; years outside 0 to 9999 get as many digits as they need.
  package func appendRFC3339(to output: inout [UInt8]) {
    let civil = CivilTime(utc: self)
    civil.append(to: &output)
    output.append(UInt8(ascii: "."))
    let milliseconds = civil.millisecondOfDay % 1000
    output.append(UInt8(ascii: "0") + UInt8(milliseconds / 100))
    output.appendPair(milliseconds % 100)
    output.append(UInt8(ascii: "Z"))
  }

  /// The instant as clocks show it that many seconds east of UTC, to the second and with the
  /// offset: `2026-03-02T07:59:00+09:00`.
  ///
  /// RFC 3339 has no seconds in offsets: they are cut off, so that the instant remains the same.
  package func rfc3339(offsetSeconds: Int) -> String {
    let minutes = offsetSeconds / 60
    var output: [UInt8] = []
    output.reserveCapacity(25)
    CivilTime(utc: moved(bySeconds: minutes * 60)).append(to: &output)
    output.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
    output.appendPair(abs(minutes) / 60)
    output.append(UInt8(ascii: ":"))
    output.appendPair(abs(minutes) % 60)
    return String(decoding: output, as: UTF8.self)
  }
}
