import KeywayCore
import KeywayCrypto
import KeywayStore

/// Who changes something: a local user or a token, as the log is to know it.
package struct Actor: Hashable, Sendable {
  /// `user:` and the number of the local user, or `token:` and the token's id.
  package let name: String
  /// Why, in the actor's own words, or nil.
  package let because: String?

  package init(name: String, because: String? = nil) {
    self.name = name
    self.because = because
  }

  /// Why, as an HMAC under the store's own secret, for entries about what is no record.
  func hashedReason(
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> JSONValue? {
    guard let because else { return nil }
    let secret = try transaction.installation().secret
    let code = HMACSHA256(key: secret.span).code(for: Array(because.utf8).span)
    return .object(["hmac": .string(code.hex)])
  }

  /// The actor's pseudonym: a token's own, or one that is made at the actor's first act.
  func pseudonym(
    in transaction: borrowing any StoreTransaction & ~Copyable, environment: ServiceEnvironment
  ) throws(StoreError) -> String {
    if let pseudonym = try transaction.pseudonym(ofActor: name) { return pseudonym }
    let pseudonym = environment.makePseudonym()
    try transaction.addActor(name, pseudonym: pseudonym)
    return pseudonym
  }
}
