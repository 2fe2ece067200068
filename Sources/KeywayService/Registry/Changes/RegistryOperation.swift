import KeywayStore

/// Finds out what is to change, from one state of the store and without writing, so that a dry run
/// is the same thing.
protocol RegistryOperation {
  /// What the log calls the change of a record of the list; nil when it is told from the record.
  func verb(for list: RegistryList) -> RegistryVerb?

  func plan<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> RegistryChanges
}

/// What was done to a record; raw values stand in the log and never change.
enum RegistryVerb: String, Sendable {
  case add, edit, remove, suspend, resume, revoke, mode, erase
}
