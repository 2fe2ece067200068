extension Tap {
  /// The most bytes the id of a tap may have.
  package static let maximumIDLength = 128

  /// Whether the bytes can name a tap: 1 to 128 of `[A-Za-z0-9._-]`, the first a letter or digit.
  package static func isValidID(_ bytes: Span<UInt8>) -> Bool {
    guard 1...maximumIDLength ~= bytes.count, IdentifierByte.canStart(bytes[0]) else {
      return false
    }
    for index in bytes.indices {
      guard IdentifierByte.canContinue(bytes[index]) || bytes[index] == UInt8(ascii: ".") else {
        return false
      }
    }
    return true
  }

  /// The inbox's name for the tap number `number` of a millisecond, counted from 1.
  package static func id(device: Device.ID, at: Timestamp, number: Int) -> String {
    "\(device.text)-\(at.milliseconds)-\(number)"
  }
}
