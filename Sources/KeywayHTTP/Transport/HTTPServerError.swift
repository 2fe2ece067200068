/// Why a server did not start.
package struct HTTPServerError: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// The address is not one in numbers, or not one of this machine.
    case badAddress
    case addressInUse
    /// The system lets only a privileged user listen there.
    case notPermitted
    /// A certificate or key that cannot be used, or one without the other.
    case badCertificate
    /// A trusted proxy that is neither an address nor a range.
    case badProxy
    /// The system gave no socket, thread or memory.
    case unavailable
  }

  package let code: Code
  /// What was attempted, in words.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
