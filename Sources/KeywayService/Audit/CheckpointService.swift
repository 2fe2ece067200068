package import KeywayCore
import KeywayCrypto
import KeywayStore

/// Signs what the log promises, and keeps every promise.
package struct CheckpointService: Sendable {
  private let environment: ServiceEnvironment
  private let keyFile: LogKeyFile

  package init(environment: ServiceEnvironment, keyFile: LogKeyFile) {
    self.environment = environment
    self.keyFile = keyFile
  }

  /// The signed note over the log as it stands: the last one again when nothing was appended since.
  /// Makes the signing key when there is none. Blocks.
  ///
  /// - Throws: `StoreError`; `corrupt` when the log no longer contains what was promised before.
  package func take(by actor: Actor) throws -> SignedCheckpoint {
    try environment.store.write { transaction in
      let signer = try signer(by: actor, in: transaction)
      return try promise(try transaction.logSize(), signer, in: transaction)
    }
  }

  /// The signed note over the first `size` entries. Blocks.
  ///
  /// - Throws: ``ServiceError`` `notFound` when the log has fewer; as ``take()`` does.
  package func take(ofSize size: Int64, by actor: Actor) throws -> SignedCheckpoint {
    try environment.store.write { transaction in
      let known = try transaction.logSize()
      guard (0...known).contains(size) else {
        throw ServiceError(.notFound, "the log has \(known) entries, not \(size)")
      }
      return try promise(size, signer(by: actor, in: transaction), in: transaction)
    }
  }

  /// Takes a checkpoint when the log has grown and the last one is older than an hour. Blocks.
  package func takeIfDue(by actor: Actor) throws {
    let isDue = try environment.store.read { reader in
      guard try reader.logSize() > 0 else { return false }
      guard let last = try reader.lastCheckpoint() else { return true }
      let age = environment.now().milliseconds - last.takenAt.milliseconds
      return try reader.logSize() > last.size && !(0..<3_600_000).contains(age)
    }
    if isDue { _ = try take(by: actor) }
  }

  /// The verifier lines of all keys that ever signed, oldest first, the last one's making the key
  /// when there is none. Blocks.
  package func verifiers(by actor: Actor) throws -> [String] {
    let known = try environment.store.read { reader in try reader.logKeys() }
    if !known.isEmpty { return known }
    _ = try take(by: actor)
    return try environment.store.read { reader in try reader.logKeys() }
  }

  /// Signs with a new key from now on; what the old one signed stays good. Takes a checkpoint with
  /// either, so that each vouches for the log at the change. Blocks.
  package func rotate(by actor: Actor) throws -> SignedCheckpoint {
    _ = try take(by: actor)
    return try environment.store.write { transaction in
      let key = try makeKey()
      let signer = try signer(key, by: actor, in: transaction)
      return try promise(try transaction.logSize(), signer, in: transaction)
    }
  }

  private func promise(
    _ size: Int64, _ signer: NoteSigner, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> SignedCheckpoint {
    let tree = LogTree(hasher: SHA256Hasher())
    if let earlier = try transaction.checkpoint(ofSize: size) {
      return try SignedCheckpoint(parsing: earlier.note.span)
    }
    if let last = try transaction.lastCheckpoint(), last.size < size {
      let promised = try SignedCheckpoint(parsing: last.note.span).checkpoint
      guard try tree.root(ofSize: last.size, in: transaction) == promised.root else {
        throw StoreError(
          .corrupt,
          "the log no longer contains what its checkpoint of \(last.size) entries promised; see "
            + "'keyway audit verify'")
      }
    }
    let checkpoint = try Checkpoint(
      origin: signer.verifier.key.name.text, size: size,
      root: tree.root(ofSize: size, in: transaction))
    let note = try signer.sign(checkpoint.text)
    try transaction.append(
      StoredCheckpoint(size: size, takenAt: environment.now(), note: note.bytes))
    return try SignedCheckpoint(note)
  }

  private func signer(
    by actor: Actor, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> NoteSigner {
    try signer(try keyFile.read() ?? makeKey(), by: actor, in: transaction)
  }

  private func makeKey() throws(StoreError) -> SigningKey {
    let seed = environment.random(SigningKey.seedByteCount)
    guard let key = SigningKey(seed: seed.span) else {
      throw StoreError(.misuse, "a signing key could not be made")
    }
    try keyFile.write(key)
    return key
  }

  /// Signs under the log's origin. A key that takes another's place is told of in the log.
  private func signer(
    _ key: SigningKey, by actor: Actor,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> NoteSigner {
    let origin = try ServiceSettings(transaction.settings()).origin(in: transaction)
    guard let name = NoteKeyName(origin) else {
      throw SettingError(name: Setting.logOrigin.rawValue, message: "'\(origin)' is no origin")
    }
    let signer = NoteSigner(name: name, signingKey: key)
    let known = try transaction.logKeys()
    if known.contains(signer.verifier.line) { return signer }
    try transaction.addLogKey(signer.verifier.line, since: environment.now())
    if known.isEmpty { return signer }
    var members: JSONObject = [
      "v": .integer(1), "kind": .string("administration"), "at": .string(environment.now().rfc3339),
      "actor": .string(try actor.pseudonym(in: transaction, environment: environment)),
      "verb": .string("add"), "object": .string("log key"),
      "id": .string(signer.verifier.key.hexHash),
      "set": .object(["verifier": .string(signer.verifier.line)]),
    ]
    members["because"] = try actor.hashedReason(in: transaction)
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    log.append(members)
    try log.finish(in: transaction)
    return signer
  }
}

extension ServiceSettings {
  /// The log's name in its checkpoints.
  func origin<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws(StoreError) -> String {
    logOrigin.isEmpty ? "keyway/\(try reader.installation().id)" : logOrigin
  }
}
