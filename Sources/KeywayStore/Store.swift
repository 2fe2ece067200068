import KeywayCore

/// Where doors, keys, attempts and the log are kept, in domain words.
///
/// Both functions block. The body of either sees one state of the store; it must not call the store
/// again, wait for anything or keep what it was given.
package protocol Store: Sendable {
  /// Runs a body that reads.
  ///
  /// - Throws: ``StoreError``, or what the body throws.
  func read<T>(_ body: (borrowing any StoreReader & ~Copyable) throws -> T) throws -> T

  /// Runs a body that writes, alone among all writers of all processes. What it wrote is durable
  /// when the call returns, and is undone when the body throws.
  ///
  /// - Throws: ``StoreError``, or what the body throws. After `unknownCommit` nobody knows whether
  ///   the body's work was kept: act on nothing, and end.
  func write<T>(_ body: (borrowing any StoreTransaction & ~Copyable) throws -> T) throws -> T

  /// As ``write(_:)``, for work that nobody waits for: lets others go first, and what it wrote is
  /// sure to last only after ``settle()``.
  func writePatiently<T>(
    _ body: (borrowing any StoreTransaction & ~Copyable) throws -> T
  ) throws -> T

  /// Returns when everything that was written before lasts. Blocks, while others write.
  func settle() throws(StoreError)

  /// Whether others have written in the last seconds, as far as patient work has noticed; it should
  /// then do less at a time.
  var hasCompany: Bool { get }

  /// As ``maintain()``, beside others who write.
  func maintainPatiently()

  /// Has a job done by one process at a time: by this one for as long as it keeps the claim.
  ///
  /// - Parameter job: a name in the alphabet of ids.
  /// - Throws: ``StoreError`` `busy` when another process does the job.
  func claim(_ job: String) throws(StoreError) -> any JobClaim

  /// Writes all of the store as it stands into a new file, while others go on writing. The file is
  /// there whole and on the disk when the call returns, or not at all. Blocks.
  ///
  /// - Throws: ``StoreError`` `conflict` when there is a file of that name, `io`, `full`, and
  ///   `corrupt` when the copy is not sound.
  func backUp(to path: String) throws(StoreError)

  /// Whether this process has written anything.
  var hasWritten: Bool { get }

  /// Does what is better done after an answer is out; blocks, and fails silently.
  func maintain()

  /// Makes sure that nothing of what was deleted or overwritten can be read in the store's files:
  /// writes everything anew that is known of people, and empties the log of changes. Others write
  /// in between. Blocks, for longer the more phones, keys and taps there are.
  ///
  /// - Returns: false when somebody who reads kept the log of changes from being emptied.
  /// - Throws: ``StoreError``; done again, it begins anew.
  func scrub() throws(StoreError) -> Bool
}

/// The right to do a job, which ends with it.
package protocol JobClaim: AnyObject, Sendable {}

/// What can be read in one state of the store.
package protocol StoreReader:
  RegistryReader, SetReader, AttemptReader, ThrottleReader, LockStateReader, TokenReader, LogReader,
  ~Copyable
{
  /// What the operator has set, by name; a setting that is absent has its default.
  borrowing func settings() throws(StoreError) -> [String: String]
  /// What was made with the store and stays.
  borrowing func installation() throws(StoreError) -> Installation
  /// What the engine finds wrong with its own files, in its words and at most ten times; empty when
  /// they are sound. Reads everything.
  borrowing func damage() throws(StoreError) -> [String]
  /// The pseudonym of a token that there is, or of a local user or other token; nil when that one
  /// has not acted yet.
  borrowing func pseudonym(ofActor actor: String) throws(StoreError) -> String?
}

/// A unit of writing; everything that it is told happens together or not at all.
package protocol StoreTransaction:
  StoreReader, RegistryWriter, SetWriter, AttemptWriter, ThrottleWriter, LockStateWriter,
  TokenWriter, LogWriter, ErasureWriter, ~Copyable
{
  /// Sets, or with nil puts back to the default.
  borrowing func setSetting(_ name: String, to value: String?) throws(StoreError)
  /// Gives the store another id; what is hashed under its secret stays as it is.
  borrowing func renameInstallation(_ id: String) throws(StoreError)
  borrowing func addActor(_ actor: String, pseudonym: String) throws(StoreError)
}

/// What is made once with a store.
package struct Installation: Hashable, Sendable {
  /// A random id that tells this store from every other.
  package let id: String
  /// 32 random bytes under which texts are hashed that belong to no row.
  package let secret: [UInt8]

  package init(id: String, secret: [UInt8]) {
    self.id = id
    self.secret = secret
  }
}
