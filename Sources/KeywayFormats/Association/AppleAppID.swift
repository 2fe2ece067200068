/// An app as Apple's site-association file names it: an application identifier prefix, a dot, a
/// bundle id.
package struct AppleAppID: Hashable, Sendable {
  /// Text that is equal byte for byte to what was parsed.
  package let text: String

  /// The letters and digits of a prefix, which is a team's id or, for old apps, one of their own.
  private static var prefixLength: Int { 10 }
  /// Longer than the bundle id of any app.
  private static var maximumBundleLength: Int { 255 }

  /// Takes only what iOS can compare equal to an app's own id: the comparison is by bytes, and a
  /// bundle id has ASCII letters, digits, hyphens and dots (`CFBundleIdentifier`).
  ///
  /// - Throws: ``AssociationError`` `badAppleApp`.
  package init(parsing text: String) throws(AssociationError) {
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard let end = bytes.firstIndex(of: dot), end == Self.prefixLength,
      bytes[..<end].allSatisfy({ ASCII.isCapital($0) || ASCII.isDigit($0) })
    else { throw Self.refusal(text, Self.suggestion(bytes)) }
    let bundle = bytes[(end + 1)...]
    guard bundle.count <= Self.maximumBundleLength,
      bundle.split(separator: dot, omittingEmptySubsequences: false).allSatisfy(Self.isPart)
    else { throw Self.refusal(text, nil) }
    self.text = text
  }

  private static func isPart(_ part: ArraySlice<UInt8>) -> Bool {
    !part.isEmpty
      && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// The same id with its prefix in capitals, if that makes it one.
  private static func suggestion(_ bytes: [UInt8]) -> String? {
    guard bytes.count > prefixLength else { return nil }
    let folded = bytes[..<prefixLength].map { ASCII.capital($0) } + bytes[prefixLength...]
    guard folded != bytes else { return nil }
    return try? Self(parsing: String(decoding: folded, as: UTF8.self)).text
  }

  private static func refusal(_ text: String, _ suggestion: String?) -> AssociationError {
    AssociationError(
      code: .badAppleApp,
      message: """
        \(text.debugDescription) must be a prefix of 10 capital letters and digits, a dot and a \
        bundle id, as TEAMID1234.com.example.app\(suggestion.map { "; write \($0)" } ?? "")
        """)
  }
}

extension AppleAppID: CustomStringConvertible {
  /// What `init(parsing:)` reads as this app.
  package var description: String { text }
}
