/// Why no site-association file can be made of what was given.
package struct AssociationError: Error, Hashable, Sendable {
  /// What is wrong, to branch on.
  package enum Code: String, Sendable, CaseIterable {
    case badAppleApp, badAndroidApp, badFingerprint, noApp, repeatedApp, tooLarge
  }

  package let code: Code
  /// What was given, quoted and escaped, and the rule that it breaks, in words; with the right
  /// spelling where there is only one.
  package let message: String
}
