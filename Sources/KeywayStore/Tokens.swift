package import KeywayCore

/// A token as it is kept, without what its secret is recognised by.
package struct TokenRecord: Hashable, Sendable {
  package var token: Token
  /// The random name under which the log knows it.
  package let pseudonym: String
  /// 32 random bytes under which the row's texts stand in the log.
  package let secret: [UInt8]

  package init(token: Token, pseudonym: String, secret: [UInt8]) {
    self.token = token
    self.pseudonym = pseudonym
    self.secret = secret
  }
}

/// A code that waits for its phone.
package struct PendingEnrolment: Hashable, Sendable {
  package let device: Device.ID
  /// What the code is recognised by.
  package let digest: Digest
  /// The first instant at which it no longer works.
  package let expiresAt: Timestamp
  /// How many wrong codes are still taken; at least 1.
  package var triesLeft: Int64

  package init(device: Device.ID, digest: Digest, expiresAt: Timestamp, triesLeft: Int64) {
    self.device = device
    self.digest = digest
    self.expiresAt = expiresAt
    self.triesLeft = triesLeft
  }
}

/// Reads tokens, and codes that wait for their phones.
package protocol TokenReader: ~Copyable {
  /// What is known of the tokens whose secrets have these digests, in their order; nil where there
  /// is none, or it was revoked.
  borrowing func standings(
    ofSecrets digests: [Digest]
  ) throws(StoreError) -> [TokenStanding?]
  /// The tokens of the ids, in their order, revoked ones too; nil where nobody has the id.
  borrowing func tokens(_ ids: [Token.ID]) throws(StoreError) -> [TokenRecord?]
  /// The tokens of a device that were not revoked, first issued first.
  borrowing func unrevokedTokens(of device: Device.ID) throws(StoreError) -> [TokenRecord]
  /// Calls the body with each token, revoked ones too, first issued first, without holding all.
  borrowing func forEachToken(_ body: (TokenRecord) throws -> Void) throws
  /// The first ids that begin with `prefix`, ascending, at most `limit`.
  borrowing func tokenIDs(prefix: String, limit: Int) throws(StoreError) -> [String]
  /// The code that waits for the device, expired or not, or nil.
  borrowing func enrolment(of device: Device.ID) throws(StoreError) -> PendingEnrolment?
  /// All codes that wait, in the order of the devices' ids.
  borrowing func enrolments() throws(StoreError) -> [PendingEnrolment]
}

/// Writes tokens, and codes that wait for their phones. What belongs to a device goes when the
/// device is removed.
package protocol TokenWriter: ~Copyable {
  /// Adds a token whose secret has that digest.
  borrowing func add(_ token: TokenRecord, secretDigest: Digest) throws(StoreError)
  /// Ends tokens for good and forgets what their secrets are recognised by; those that have ended
  /// stay as they are.
  borrowing func revokeTokens(_ ids: [Token.ID], at instant: Timestamp) throws(StoreError)
  /// Notes when tokens were used last; an earlier use than the one that is noted changes nothing.
  borrowing func noteUses(of tokens: [Token.ID: Timestamp]) throws(StoreError)
  /// Adds the device's code, or replaces the one that it has.
  borrowing func save(_ enrolment: PendingEnrolment) throws(StoreError)
  /// Forgets the device's code, if it has one.
  borrowing func removeEnrolment(of device: Device.ID) throws(StoreError)
}
