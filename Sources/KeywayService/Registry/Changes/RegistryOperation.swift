import KeywayStore

/// Finds out what is to change, from one state of the store and without writing, so that a dry run
/// is the same thing.
protocol RegistryOperation {
  /// What the log calls the change; nil when it is told from the record.
  var verb: RegistryVerb? { get }

  func plan<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> RegistryChanges
}

/// What was done to a record; raw values stand in the log and never change.
enum RegistryVerb: String, Sendable {
  case add, edit, remove, suspend, resume, revoke, mode
}
