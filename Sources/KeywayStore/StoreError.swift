/// A failure of the store itself. A refused unlock is a decision, not an error.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, for callers to branch on.
  package enum Code: String, Sendable, CaseIterable {
    /// Another process kept the database for longer than the caller would wait; worth a retry.
    case busy
    /// A row with that key exists already.
    case conflict
    /// A rule of the schema was broken: a reference to nothing, a value out of range.
    case constraint
    /// What is stored contradicts itself or cannot be read.
    case corrupt
    /// The disk or the file system failed.
    case io
    /// No space is left.
    case full
    /// The file, its folder or the transaction does not allow writing.
    case readOnly
    /// The path names something else than a database of Keyway's.
    case notADatabase
    /// A newer program has changed the schema.
    case newerSchema
    /// The schema is that of an older program, and the database was opened for reading only.
    case olderSchema
    /// A migration is missing, or was changed after it had been applied.
    case migrationMismatch
    /// The operating system does not let this user open the file.
    case permission
    /// There is nothing at the path, or no such row.
    case notFound
    /// COMMIT failed in a way that leaves open whether the transaction is stored. Nothing may be
    /// sent, the process ends, and the next start reconciles by id.
    case unknownCommit
    /// The engine was set up or called in a way that it refuses: a bug of Keyway's.
    case misuse
  }

  package let code: Code
  /// What was attempted, what went wrong and what to do, in words, without secrets or bound values.
  package let message: String
  /// The engine's own code: an SQLite extended result code or an SQLSTATE; nil when the failure
  /// was found before the engine was asked.
  package let engineCode: String?

  /// `message` must not contain secrets or bound values.
  package init(_ code: Code, _ message: String, engineCode: String? = nil) {
    self.code = code
    self.message = message
    self.engineCode = engineCode
  }

  package var description: String {
    engineCode.map { "\(message) (\(code.rawValue), engine code \($0))" }
      ?? "\(message) (\(code.rawValue))"
  }

  /// The same failure, with what went wrong after it said behind it.
  package func followed(by other: StoreError) -> StoreError {
    StoreError(code, "\(message); and then: \(other.message)", engineCode: engineCode)
  }
}
