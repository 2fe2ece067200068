/// Why the registry was not changed, or has no answer.
package struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of refusal it is, for callers to branch on.
  package enum Code: String, Sendable, CaseIterable {
    /// What was read is wrong; ``RegistryError/problems`` says all of it.
    case invalid
    /// Nobody has the id.
    case notFound
    /// The beginning of an id stands for several; ``RegistryError/ids`` has the first of them.
    case ambiguous
    /// Others still need the record; ``RegistryError/ids`` has them.
    case inUse
    /// The id is taken already, or the record's state does not allow it.
    case conflict
    /// The record is gone, and its id is never used again.
    case removed
    /// The record is no longer, or not yet, as the caller takes it to be.
    case changed
    /// There is such a record, and the caller did not say as what it takes it to be.
    case unconditional
    /// It lies outside the part of the house that the caller may touch.
    case outsideScope
  }

  package let code: Code
  /// In words, complete in itself.
  package let message: String
  /// Everything that is wrong with what was read; empty unless the code is `invalid`.
  package let problems: [RegistryProblem]
  /// Ids of records that the message speaks of.
  package let ids: [String]

  package init(_ code: Code, _ message: String, ids: [String] = []) {
    self.code = code
    self.message = message
    self.ids = ids
    problems = []
  }

  /// `invalid`; the message names every problem, one a line.
  package init(problems: [RegistryProblem]) {
    code = .invalid
    message = problems.map(\.description).joined(separator: "\n")
    self.problems = problems
    ids = []
  }

  package var description: String { message }
}
