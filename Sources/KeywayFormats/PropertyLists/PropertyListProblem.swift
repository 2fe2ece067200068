/// Why a value cannot be written as XML.
package struct PropertyListProblem: Error, Hashable, Sendable {
  /// The keys and indices that lead to the value.
  package let path: [String]
  /// What is wrong, in words that follow the value's name.
  package let message: String
}
