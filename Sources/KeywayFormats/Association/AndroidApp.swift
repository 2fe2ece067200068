/// An app as Android's statement list names it: a package, signed with one certificate.
package struct AndroidApp: Hashable, Sendable {
  package let package: String
  package let fingerprint: CertificateFingerprint

  /// Reads `package/FINGERPRINT`; a package is two or more words of ASCII letters, digits and
  /// underscores, each beginning with a letter, joined by dots (Android's rule for `applicationId`).
  ///
  /// - Throws: ``AssociationError`` `badAndroidApp` or `badFingerprint`.
  package init(parsing text: String) throws(AssociationError) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, Self.isPackage(Array(halves[0].utf8)) else {
      throw AssociationError(
        code: .badAndroidApp,
        message: """
          \(text.debugDescription) must be a package, a slash and the SHA-256 fingerprint of its \
          signing certificate, as com.example.app/AB:CD:...
          """)
    }
    package = String(halves[0])
    fingerprint = try CertificateFingerprint(parsing: String(halves[1]))
  }

  private static func isPackage(_ bytes: [UInt8]) -> Bool {
    let words = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.count >= 2 && bytes.count <= maximumPackageLength && words.allSatisfy(isWord)
  }

  /// What fits in the name of a folder, which Android gives each package.
  private static var maximumPackageLength: Int { 223 }

  private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, ASCII.isLetter(first) else { return false }
    return word.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_")
    }
  }
}

extension AndroidApp: CustomStringConvertible {
  /// What `init(parsing:)` reads as this app.
  package var description: String { "\(package)/\(fingerprint.text)" }
}
