/// A request that cannot be met as it was made. Nothing was changed.
package struct ServiceError: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// What was asked for does not exist.
    case notFound
    /// What was given cannot be used.
    case invalid
    /// What it takes is not there.
    case unavailable
  }

  package let code: Code
  /// What is wrong, in words.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
