/// The SHA-256 digest of the certificate that an Android app is signed with, as statement lists
/// write it: 32 bytes in capital hexadecimal, divided by colons.
package struct CertificateFingerprint: Hashable, Sendable {
  /// Text that is equal byte for byte to what was parsed.
  package let text: String

  private static var byteCount: Int { 32 }

  /// Other spellings, such as the one of `apksigner`, are refused with the right one in the message:
  /// a statement with small letters counts as malformed, and what is set is what is published.
  ///
  /// - Throws: ``AssociationError`` `badFingerprint`.
  package init(parsing text: String) throws(AssociationError) {
    let bytes = Array(text.utf8)
    let spelled = Self.spelled(bytes)
    guard let spelled, spelled == bytes else {
      throw AssociationError(
        code: .badFingerprint,
        message: """
          fingerprint \(text.debugDescription) must be \(Self.byteCount) bytes in capital \
          hexadecimal, divided by colons\(Self.hint(bytes, spelled))
          """)
    }
    self.text = text
  }

  /// The only right spelling of the same digits, or nil when they are no SHA-256.
  private static func spelled(_ bytes: [UInt8]) -> [UInt8]? {
    let digits = bytes.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 * byteCount, digits.allSatisfy(ASCII.isHexadecimal) else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map {
      [ASCII.capital(digits[$0]), ASCII.capital(digits[$0 + 1])]
    }
    return Array(pairs.joined(separator: [UInt8(ascii: ":")]))
  }

  private static func hint(_ bytes: [UInt8], _ spelled: [UInt8]?) -> String {
    if let spelled { return "; write \(String(decoding: spelled, as: UTF8.self))" }
    let digits = bytes.filter { $0 != UInt8(ascii: ":") }
    let isSHA1 = digits.count == 40 && digits.allSatisfy(ASCII.isHexadecimal)
    return isSHA1 ? "; this one is a SHA-1, and the SHA-256 is needed" : ""
  }
}
