extension TimeZoneRules {
  /// Reads a TZif file of any version; of version 2 and later the block with 64-bit times and the
  /// footer. Files that count leap seconds are refused, because timestamps do not.
  package init(parsing bytes: Span<UInt8>) throws(TimeZoneRulesError) {
    let header = try TZifHeader(parsing: bytes, at: 0)
    guard header.version > 0 else {
      try self.init(block: bytes, header, timeSize: 4, footer: nil)
      return
    }
    let second = try TZifHeader(parsing: bytes, at: header.end(timeSize: 4))
    guard second.version == header.version else { throw .version }
    let end = second.end(timeSize: 8)
    guard end <= bytes.count else { throw .truncated }
    let footer = try Self.footer(bytes.extracting(end...))
    try self.init(block: bytes, second, timeSize: 8, footer: footer)
  }

  /// Reads the data block that follows a header; RFC 9636, section 3.2.
  private init(
    block bytes: Span<UInt8>, _ header: TZifHeader, timeSize: Int, footer: POSIXTimeZone?
  ) throws(TimeZoneRulesError) {
    guard header.end(timeSize: timeSize) <= bytes.count else { throw .truncated }
    guard header.leapCount == 0 else { throw .leapSeconds }
    let indices = header.start + header.timeCount * timeSize
    let records = indices + header.timeCount
    var transitions: [Int64] = []
    var typeAtTransition: [UInt8] = []
    for index in 0..<header.timeCount {
      let time = Self.integer(bytes, at: header.start + index * timeSize, size: timeSize)
      guard transitions.last.map({ $0 < time }) ?? true else { throw .order }
      guard Int(bytes[indices + index]) < header.typeCount else { throw .localTime }
      transitions.append(time)
      typeAtTransition.append(bytes[indices + index])
    }
    var types: [TimeZoneOffset] = []
    for index in 0..<header.typeCount {
      types.append(try Self.localTime(bytes, at: records + index * 6, header))
    }
    self.init(
      transitions: transitions, typeAtTransition: typeAtTransition, types: types, footer: footer)
  }

  private static func localTime(
    _ bytes: Span<UInt8>, at start: Int, _ header: TZifHeader
  ) throws(TimeZoneRulesError) -> TimeZoneOffset {
    let seconds = integer(bytes, at: start, size: 4)
    // The range that RFC 9636, section 3.2, recommends: between -25 and 26 hours.
    guard -89_999...93_599 ~= seconds, bytes[start + 4] < 2,
      Int(bytes[start + 5]) < header.characterCount
    else { throw .localTime }
    return TimeZoneOffset(seconds: Int(seconds), isDaylight: bytes[start + 4] == 1)
  }

  /// Reads the line after the last block; nil when it is empty. RFC 9636, section 3.3.
  private static func footer(
    _ bytes: Span<UInt8>
  ) throws(TimeZoneRulesError) -> POSIXTimeZone? {
    var scanner = ByteScanner()
    guard scanner.take("\n", bytes) else { throw .footer }
    let start = scanner.offset
    _ = scanner.skip(bytes) { $0 != UInt8(ascii: "\n") }
    let end = scanner.offset
    guard scanner.take("\n", bytes) else { throw .footer }
    guard start < end else { return nil }
    guard let zone = POSIXTimeZone(parsing: bytes.extracting(start..<end)) else { throw .footer }
    return zone
  }

  /// A big-endian integer in two's complement, of 4 or 8 bytes.
  private static func integer(_ bytes: Span<UInt8>, at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for index in start..<start + size { value = value << 8 | UInt64(bytes[index]) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}
