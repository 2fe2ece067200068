/// Which links are ours: the settings `link.bare`, `link.schemes` and `link.hosts`.
///
/// Every value has passed the checks of the initialiser, so no input matches two routes: a bare
/// link has no colon before its first slash and the others have one, `https` cannot be a custom
/// scheme, and no scheme and no host is listed twice.
package struct LinkConfiguration: Hashable, Sendable {
  /// What a bare link begins with, byte for byte: one word in the alphabet of ids.
  package let barePrefix: String
  /// The custom schemes in lower case, at least one; the first is the one that is printed.
  package let schemes: [String]
  /// The hosts of universal links in lower case; when there is none, every `https` link is refused.
  package let hosts: [String]

  /// The settings of a new installation: `xxx`, `keyway` and no host.
  package static let standard = Self(checkedPrefix: "xxx", schemes: ["keyway"], hosts: [])

  private init(checkedPrefix barePrefix: String, schemes: [String], hosts: [String]) {
    self.barePrefix = barePrefix
    self.schemes = schemes
    self.hosts = hosts
  }

  /// Folds schemes and hosts to lower case and refuses, in this order, a bad prefix, a bad or
  /// reserved scheme, a bad host and two routes that overlap.
  ///
  /// - Throws: Any code of `LinkConfigurationError`.
  package init(
    barePrefix: String = "xxx", schemes: [String] = ["keyway"], hosts: [String] = []
  ) throws(LinkConfigurationError) {
    try Self.checkBarePrefix(barePrefix)
    guard !schemes.isEmpty else {
      throw LinkConfigurationError(
        code: .noScheme, message: "at least one custom scheme is needed: links are printed with it")
    }
    for scheme in schemes { try Self.checkScheme(scheme) }
    for host in hosts { try Self.checkHost(host) }
    self.init(
      checkedPrefix: barePrefix,
      schemes: schemes.map { $0.lowercased() },
      hosts: hosts.map { $0.lowercased() })
    try Self.checkDistinct(self.schemes, kind: "scheme")
    try Self.checkDistinct(self.hosts, kind: "host")
  }
}
