extension LinkConfiguration {
  /// The most bytes of a host in text form, RFC 1035 section 2.3.4; schemes, which RFC 8252
  /// section 7.1 wants to be reversed domain names, share it.
  private static var maximumNameLength: Int { 253 }
  /// The most bytes of one label of a host, RFC 1035 section 2.3.4.
  private static var maximumLabelLength: Int { 63 }

  static func checkBarePrefix(_ prefix: String) throws(LinkConfigurationError) {
    guard Identifier<Never>.isValid(prefix.utf8.span) else {
      throw LinkConfigurationError(
        code: .badBarePrefix,
        message: """
          bare prefix \(prefix.debugDescription) must be 1 to 64 ASCII letters, digits, hyphens and \
          underscores, the first a letter or digit
          """)
    }
  }

  /// RFC 3986 section 3.1.
  static func checkScheme(_ scheme: String) throws(LinkConfigurationError) {
    guard scheme.utf8.count <= maximumNameLength, LinkByte.isScheme(scheme.utf8.span) else {
      throw LinkConfigurationError(
        code: .badScheme,
        message: """
          scheme \(scheme.debugDescription) must be an ASCII letter, then letters, digits, plus, \
          hyphen and dot, 253 bytes at most
          """)
    }
    guard !["http", "https"].contains(scheme.lowercased()) else {
      throw LinkConfigurationError(
        code: .reservedScheme,
        message: "scheme \(scheme.debugDescription) is the web's: list a host instead")
    }
  }

  /// RFC 1123 section 2.1: labels of letters, digits and inner hyphens, so no port and no brackets.
  static func checkHost(_ host: String) throws(LinkConfigurationError) {
    let labels = host.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: .max, omittingEmptySubsequences: false)
    guard host.utf8.count <= maximumNameLength, labels.allSatisfy(isLabel) else {
      throw LinkConfigurationError(
        code: .badHost,
        message: """
          host \(host.debugDescription) must be labels of ASCII letters, digits and inner hyphens, \
          1 to 63 bytes each, joined by dots, 253 bytes at most, without a port
          """)
    }
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return label.count >= 1 && label.count <= maximumLabelLength
      && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { $0 == hyphen || IdentifierByte.canStart($0) }
  }

  static func checkDistinct(_ names: [String], kind: String) throws(LinkConfigurationError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw LinkConfigurationError(
        code: .overlappingRoutes,
        message: "\(kind) \(name.debugDescription) is listed twice: case makes no difference")
    }
  }
}
