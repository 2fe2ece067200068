import KeywayCore
import KeywayCrypto
import KeywayStore

/// Lets the log of a restored copy go on under a new origin: what the old one has promised beyond
/// the copy is not in it, and nobody is to take the one for the other.
struct LogFork {
  let environment: ServiceEnvironment
  let actor: Actor

  /// Gives the store a new id and a new origin. The first entry under that names the old origin,
  /// and the size and root of its log. Commands that were in flight are closed, without giving uses
  /// back: nobody knows what became of them.
  ///
  /// - Parameter lost: the size of the log that the copy lacks the end of; nil where it is unknown.
  /// - Returns: the new origin.
  func fork(lost: Int64?) throws -> String {
    try environment.store.write { transaction in
      let settings = try ServiceSettings(transaction.settings())
      let id = environment.makeIdentifier()
      let old = try settings.origin(in: transaction)
      let new = settings.logOrigin.isEmpty ? "keyway/\(id)" : "\(settings.logOrigin)/\(id)"
      let size = try transaction.logSize()
      let root = try LogTree(hasher: SHA256Hasher()).root(ofSize: size, in: transaction)
      var set: JSONObject = [
        "origin": .string(old), "size": .integer(size),
        "root": .string(root.base64), "newOrigin": .string(new),
      ]
      set["lost"] = lost.map { .integer($0 - size) }
      var members: JSONObject = [
        "v": .integer(1), "kind": .string("administration"),
        "at": .string(environment.now().rfc3339),
        "actor": .string(try actor.pseudonym(in: transaction, environment: environment)),
        "verb": .string("restore"), "object": .string("log"), "set": .object(set),
      ]
      members["because"] = try actor.hashedReason(in: transaction)
      let log = LogAppender(after: size, hasher: SHA256Hasher())
      log.append(members)
      try closeCommands(log, in: transaction)
      try log.finish(in: transaction)
      try transaction.renameInstallation(id)
      if !settings.logOrigin.isEmpty {
        try transaction.setSetting(Setting.logOrigin.rawValue, to: new)
      }
      return new
    }
  }

  private func closeCommands(
    _ log: LogAppender, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    for command in try transaction.commandsInFlight() {
      var closed = command
      closed.state = .unconfirmed
      closed.detail = "restored"
      try CommandRecorder.record(
        closed, at: environment.now(), isRefunded: false, log: log, in: transaction)
    }
  }
}
