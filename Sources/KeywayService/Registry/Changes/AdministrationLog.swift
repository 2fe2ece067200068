import KeywayCore
import KeywayCrypto
import KeywayStore

/// The log's entries about changed records.
///
/// Fields that decide stand in clear. Holders, devices and the actor stand by pseudonym; names and
/// other texts, and why the actor acted, as `{"hmac":"…"}`: HMAC-SHA-256 under the secret of the
/// changed row, over the text, or over the canonical JSON of what is no text.
struct AdministrationLog {
  private let appender: LogAppender
  private let at: Timestamp
  private let actor: String
  private let because: String?
  /// The pseudonyms of the holders that changed records name.
  private let holders: [String: String]

  init(
    appender: LogAppender, at: Timestamp, actor: String, because: String?,
    holders: [String: String]
  ) {
    self.appender = appender
    self.at = at
    self.actor = actor
    self.because = because
    self.holders = holders
  }

  /// Adds one entry for each record that changed.
  func add<Entity: RegistryEntity>(_ changes: [RegistryChange<Entity>], verb: RegistryVerb?) {
    for change in changes where !change.isKept { add(change, verb: verb ?? Self.verb(of: change)) }
  }

  private func add<Entity: RegistryEntity>(_ change: RegistryChange<Entity>, verb: RegistryVerb) {
    let identity = change.old?.identity ?? change.new.identity
    let secret = identity.secret
    let hash = HMACSHA256(key: secret.span)
    var members: JSONObject = [
      "v": .integer(1), "kind": .string("administration"), "at": .string(at.rfc3339),
      "actor": .string(actor), "verb": .string(verb.rawValue),
      "object": .string(Entity.list.noun),
      "id": .string(identity.pseudonym.isEmpty ? change.new.id : identity.pseudonym),
      "set": .object(fields(of: change, verb: verb, hash: hash)),
    ]
    members["because"] = because.map { Self.hashed(.string($0), hash) }
    appender.append(members)
  }

  private func fields<Entity: RegistryEntity>(
    of change: RegistryChange<Entity>, verb: RegistryVerb, hash: HMACSHA256
  ) -> JSONObject {
    if change.new.isRemoved { return ["state": .string("removed")] }
    // What stands in place of what was erased is nobody's business.
    if verb == .erase { return ["state": change.after["state"] ?? .null] }
    var set = JSONObject()
    for field in Entity.fields {
      let value = change.after[field] ?? .null
      guard value != change.before?[field] ?? .null else { continue }
      set[field] = logged(value, as: field, hashed: Entity.hashedFields.contains(field), hash)
    }
    return set
  }

  private func logged(
    _ value: JSONValue, as field: String, hashed: Bool, _ hash: HMACSHA256
  ) -> JSONValue {
    if field == "holder", case .string(let id) = value { return JSONValue(holders[id]) }
    return hashed && value != .null ? Self.hashed(value, hash) : value
  }

  private static func hashed(_ value: JSONValue, _ hash: HMACSHA256) -> JSONValue {
    let bytes = text(of: value)
    return .object(["hmac": .string(hash.code(for: bytes.span).hex)])
  }

  private static func text(of value: JSONValue) -> [UInt8] {
    if case .string(let text) = value { return Array(text.utf8) }
    return CanonicalJSON.bytes(of: value)
  }

  private static func verb<Entity>(of change: RegistryChange<Entity>) -> RegistryVerb {
    if change.new.isRemoved { return .remove }
    return change.old == nil ? .add : .edit
  }
}
