/// Which bytes stand where (RFC 9110, section 5, and RFC 9112, section 3).
enum HTTPSyntax {
  /// In methods and names of fields.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// In values of fields: no control bytes but the tab.
  static func isFieldValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// In targets: printable ASCII, without the sign that begins a fragment.
  static func isTarget(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != 0x23
  }

  /// In the name of a host, its port and the brackets around an address.
  static func isHost(_ byte: UInt8) -> Bool {
    isToken(byte) && byte != 0x5E && byte != 0x60 && byte != 0x7C && byte != 0x23
      || [0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3D, 0x5B, 0x5D].contains(byte)
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  /// Without blanks at its ends.
  static func trimmed(_ value: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var end = value.count
    while end > 0, unsafe isBlank(value[end - 1]) { end -= 1 }
    return unsafe UnsafeBufferPointer(rebasing: value[..<end])
  }
}
