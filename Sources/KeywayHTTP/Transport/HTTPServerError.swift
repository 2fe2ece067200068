/// Why the transport could not begin.
package struct HTTPServerError: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// It is no address of this machine, or none at all.
    case badAddress
    /// Another program has the port.
    case addressInUse
    /// The port is for others.
    case notPermitted
    /// The certificate and the key do not fit, or are none.
    case badCertificate
    /// A trusted proxy that is neither an address nor a network.
    case badProxy
    /// The system refused something else.
    case system
  }

  package let code: Code
  /// What is wrong, in words.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
