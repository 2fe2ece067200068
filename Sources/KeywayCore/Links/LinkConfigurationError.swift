/// Settings that no router can be built from.
package struct LinkConfigurationError: Error, Hashable, Sendable {
  /// What is wrong, to branch on.
  package enum Code: String, Sendable, CaseIterable {
    case badBarePrefix, badHost, badScheme, noScheme, overlappingRoutes, reservedScheme
  }

  /// The first rule that was broken, in the order that `LinkConfiguration.init` names.
  package let code: Code
  /// The offending setting, quoted and escaped, and the rule that it breaks, in words.
  package let message: String
}
