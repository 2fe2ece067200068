import KeywayCore
import KeywayCrypto
import KeywayStore

/// The log's entries about tokens and enrolment codes. What decides stands in clear: the role, the
/// scope, the end; tokens and devices stand by pseudonym, names and reasons as hashes. No secret,
/// no code and no digest of either is in them.
struct TokenLog {
  private let appender: LogAppender
  private let at: Timestamp
  /// The pseudonym of who acts, or nil where a phone acts that has no name yet.
  private let actor: String?
  private let because: String?

  /// - Parameter actor: nil where a phone acts that has no token yet.
  init(
    by actor: Actor?, in transaction: borrowing any StoreTransaction & ~Copyable,
    environment: ServiceEnvironment
  ) throws(StoreError) {
    appender = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
    at = environment.now()
    self.actor = try actor?.pseudonym(in: transaction, environment: environment)
    because = actor?.because
  }

  /// - Parameter device: the pseudonym of the token's device.
  func issued(_ record: TokenRecord, device: String?) {
    let token = record.token
    var set: JSONObject = ["role": .string(token.role.rawValue)]
    set["device"] = device.map(JSONValue.string)
    switch token.scope {
    case .door(let door)?: set["door"] = .string(door.text)
    case .site(let site)?: set["site"] = .string(site)
    case nil: break
    }
    set["validUntil"] = token.expiresAt.map { .string($0.rfc3339) }
    set["name"] = token.name.map { Self.hashed($0, record.secret) }
    add("issue", "token", record.pseudonym, set, record.secret)
  }

  func revoked(_ record: TokenRecord) {
    add("revoke", "token", record.pseudonym, ["state": .string("revoked")], record.secret)
  }

  /// A code was made for the device, in place of any other.
  func enrolled(_ device: DeviceRecord, until end: Timestamp) {
    add(
      "enrol", "device", device.pseudonym, ["validUntil": .string(end.rfc3339)], device.secret)
  }

  /// The device's code no longer works, by somebody's will.
  func voided(_ device: DeviceRecord) {
    add("enrol", "device", device.pseudonym, ["state": .string("void")], device.secret)
  }

  /// A phone showed a code for the device.
  ///
  /// - Parameter triesLeft: of a code that is not void yet.
  func redeemed(_ device: DeviceRecord, _ result: RedemptionResult, triesLeft: Int64?) {
    var set: JSONObject = ["result": .string(result.rawValue)]
    set["triesLeft"] = triesLeft.map(JSONValue.integer)
    add("redeem", "device", device.pseudonym, set, device.secret)
  }

  /// Appends the entries; to be called once, at the end of the transaction.
  func finish(in transaction: borrowing any StoreTransaction & ~Copyable) throws(StoreError) {
    try appender.finish(in: transaction)
  }

  private func add(
    _ verb: String, _ object: String, _ id: String, _ set: JSONObject, _ secret: [UInt8]
  ) {
    var members: JSONObject = [
      "v": .integer(1), "kind": .string("administration"), "at": .string(at.rfc3339),
      "verb": .string(verb), "object": .string(object), "id": .string(id), "set": .object(set),
    ]
    members["actor"] = actor.map(JSONValue.string)
    members["because"] = because.map { Self.hashed($0, secret) }
    appender.append(members)
  }

  private static func hashed(_ text: String, _ secret: [UInt8]) -> JSONValue {
    let code = HMACSHA256(key: secret.span).code(for: Array(text.utf8).span)
    return .object(["hmac": .string(code.hex)])
  }
}

/// What became of a code that a phone showed; raw values stand in the log and never change.
enum RedemptionResult: String, Sendable {
  case redeemed
  /// The code was another one; after the last try it is void.
  case wrongCode = "wrong_code"
  case expired
  /// The device is suspended; its code is void.
  case suspended
}
