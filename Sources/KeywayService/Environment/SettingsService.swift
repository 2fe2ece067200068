import KeywayCore
import KeywayCrypto
import KeywayStore

/// Reads and changes what the operator can set.
package struct SettingsService: Sendable {
  private let environment: ServiceEnvironment

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// A setting with the value that holds.
  package struct Value: Hashable, Sendable {
    package let setting: Setting
    package let value: String
    /// Whether it was set, rather than left at its default.
    package let isSet: Bool
  }

  /// Every setting, in the order of its declaration. Blocks.
  package func all() throws -> [Value] {
    let stored = try environment.store.read { reader in try reader.settings() }
    return Setting.allCases.map { setting in
      let own = stored[setting.rawValue]
      return Value(setting: setting, value: own ?? setting.defaultValue, isSet: own != nil)
    }
  }

  /// In bytes; with what stands around it, a longer value would be no entry of the log.
  private static var longestValue: Int { 60_000 }

  /// Sets a value, or with nil puts the default back. Says whether anything changed; what changed
  /// has one entry in the log. Blocks.
  ///
  /// - Parameter isRehearsal: whether only to check and to say what would happen.
  /// - Throws: ``SettingError`` when the service could not work with the value; `StoreError`.
  @discardableResult
  package func set(
    _ setting: Setting, to value: String?, by actor: Actor, isRehearsal: Bool = false
  ) throws -> Bool {
    let name = setting.rawValue
    if let value, value.utf8.count > Self.longestValue {
      throw SettingError(
        name: name,
        message: "has \(value.utf8.count) bytes, and the log keeps values of \(Self.longestValue)")
    }
    func isChange(_ stored: [String: String]) throws(SettingError) -> Bool {
      var changed = stored
      changed[name] = value
      _ = try ServiceSettings(changed)
      return stored[name] != value
    }
    let wouldChange = try environment.store.read { reader in try isChange(reader.settings()) }
    if isRehearsal || !wouldChange { return wouldChange }
    return try environment.store.write { transaction in
      guard try isChange(transaction.settings()) else { return false }
      try transaction.setSetting(name, to: value)
      try record(name, value, by: actor, in: transaction)
      return true
    }
  }

  private func record(
    _ name: String, _ value: String?, by actor: Actor,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    var members: JSONObject = [
      "v": .integer(1),
      "kind": .string("administration"),
      "at": .string(environment.now().rfc3339),
      "actor": .string(try actor.pseudonym(in: transaction, environment: environment)),
      "verb": .string("edit"),
      "object": .string("setting"),
      "id": .string(name),
      "set": .object(["value": value.map(JSONValue.string) ?? .null]),
    ]
    members["because"] = try actor.hashedReason(in: transaction)
    log.append(members)
    try log.finish(in: transaction)
  }
}
