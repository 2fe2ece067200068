import KeywayCore

/// The bytes of the simple objects of a binary property list, without their markers.
enum BinaryScalar {
  /// Of 1, 2, 4, 8 or 16 bytes; those of fewer than eight have no sign, the others always have.
  static func integer(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    guard let number = number(bytes) else {
      throw FormatError("the integer has more than 64 bits with its sign")
    }
    return .integer(number)
  }

  /// Nil when it has more than 64 bits with its sign.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let number = Int64(bitPattern: bits(bytes.suffix(8)))
    let sign: UInt8 = number < 0 ? 0xFF : 0
    guard bytes.dropLast(8).allSatisfy({ $0 == sign }) else { return nil }
    return number
  }

  /// Of 4 or 8 bytes.
  static func real(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    .real(try double(bytes))
  }

  /// Seconds since 2001-01-01T00:00:00Z.
  static func date(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    let seconds = try double(bytes)
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()),
      Double(milliseconds) / 1000 == seconds
    else { throw FormatError("the date is not in whole milliseconds") }
    let (sum, isOver) = milliseconds.addingReportingOverflow(978_307_200_000)
    guard !isOver, 0...253_402_300_799_999 ~= sum else {
      throw FormatError("the date is not in the years 1970 to 9999")
    }
    return .date(Timestamp(milliseconds: sum))
  }

  static func ascii(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { throw FormatError("the string is not ASCII") }
    return .string(String(decoding: bytes, as: UTF8.self))
  }

  /// Big-endian.
  static func utf16(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> PropertyList {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw FormatError("the string has half a character of UTF-16")
    }
    return .string(string)
  }

  private static func double(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> Double {
    let bits = bits(bytes)
    let number =
      bytes.count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    guard number.isFinite else { throw FormatError("the real number has no value") }
    return number
  }

  private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
