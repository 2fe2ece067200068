import KeywayCore
import KeywayCrypto

/// The start of a text that named nothing known, as it is kept beside its entry of the log.
struct RejectedText: Hashable, Sendable {
  /// The most bytes that are kept.
  private static let limit = 256

  /// The bytes as they were tapped, up to a `?`, `#` or `@` or to the limit.
  let start: [UInt8]

  /// Nil for a text that ``DecisionEntry/rejectedStart`` never gives.
  init?(escaped: String) {
    var bytes: [UInt8] = []
    var rest = escaped.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"), let high = rest.popFirst()?.hexadecimal,
        let low = rest.popFirst()?.hexadecimal
      else { return nil }
      bytes.append(high << 4 | low)
    }
    start = bytes
  }

  /// Whether the start is the whole text, of which the log has the length and the HMAC.
  func isWhole(length: Int64?, hmac: String?, secret: [UInt8]) -> Bool {
    guard Int64(start.count) == length else { return false }
    return HMACSHA256(key: secret.span).code(for: start.span).hex == hmac
  }

  /// Whether all is there up to a `?`, `#` or `@`, or to the end.
  var reachesDelimiter: Bool { start.count < Self.limit }
}

extension UInt8 {
  /// The value of a capital hexadecimal digit, or nil.
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
