extension CivilDate: CustomStringConvertible {
  /// Reads `YYYY-MM-DD`, in the years 1970 to 9999.
  package init(parsing bytes: Span<UInt8>) throws(TimeTextError) {
    var scanner = ByteScanner()
    self = try Self.scan(&scanner, bytes, form: .dateForm)
    guard scanner.isAtEnd(bytes) else { throw .dateForm }
  }

  static func scan(
    _ scanner: inout ByteScanner, _ bytes: Span<UInt8>, form: TimeTextError
  ) throws(TimeTextError) -> Self {
    guard let year = scanner.number(digits: 4, bytes), scanner.take("-", bytes),
      let month = scanner.number(digits: 2, bytes), scanner.take("-", bytes),
      let day = scanner.number(digits: 2, bytes)
    else { throw form }
    guard 1970...9999 ~= year else { throw .year }
    guard let date = Self(year: year, month: month, day: day) else { throw .noSuchDate }
    return date
  }

  /// `YYYY-MM-DD`.
  package var description: String {
    var output: [UInt8] = []
    append(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends `YYYY-MM-DD`; a year before 0 gets a sign, one after 9999 more digits.
  package func append(to output: inout [UInt8]) {
    if year < 0 { output.append(UInt8(ascii: "-")) }
    let magnitude = year.magnitude
    if magnitude < 10_000 {
      output.appendPair(Int(magnitude) / 100)
      output.appendPair(Int(magnitude) % 100)
    } else {
      output.appendDecimal(UInt64(magnitude))
    }
    output.append(UInt8(ascii: "-"))
    output.appendPair(month)
    output.append(UInt8(ascii: "-"))
    output.appendPair(day)
  }
}
