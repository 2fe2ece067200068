/// A place in bytes that short texts of fixed shape are read from.
struct ByteScanner {
  private(set) var offset = 0

  func peek(_ bytes: Span<UInt8>) -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  func isAtEnd(_ bytes: Span<UInt8>) -> Bool { offset >= bytes.count }

  /// Steps over `byte` when it comes next.
  mutating func take(_ byte: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: byte) else { return false }
    offset += 1
    return true
  }

  /// Steps over the next byte when it is a digit.
  mutating func digit(_ bytes: Span<UInt8>) -> Int? {
    guard offset < bytes.count, bytes[offset] &- 0x30 < 10 else { return nil }
    offset += 1
    return Int(bytes[offset - 1] &- 0x30)
  }

  /// Reads a number of exactly that many digits.
  mutating func number(digits: Int, _ bytes: Span<UInt8>) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit(bytes) else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads all digits that follow; nil when there are none or more than `most`.
  mutating func number(most: Int, _ bytes: Span<UInt8>) -> Int? {
    var value = 0
    let start = offset
    while let digit = digit(bytes) {
      guard offset - start <= most else { return nil }
      value = value * 10 + digit
    }
    return offset > start ? value : nil
  }

  /// Steps over the bytes as long as `condition` holds for them and returns how many they are.
  mutating func skip(_ bytes: Span<UInt8>, while condition: (UInt8) -> Bool) -> Int {
    let start = offset
    while offset < bytes.count, condition(bytes[offset]) { offset += 1 }
    return offset - start
  }
}
