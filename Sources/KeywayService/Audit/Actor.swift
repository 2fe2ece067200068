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

  /// The actor's pseudonym, made at the actor's first act.
  func pseudonym(
    in transaction: borrowing any StoreTransaction & ~Copyable, environment: ServiceEnvironment
  ) throws(StoreError) -> String {
    if let pseudonym = try transaction.pseudonym(ofActor: name) { return pseudonym }
    let pseudonym = environment.makePseudonym()
    try transaction.addActor(name, pseudonym: pseudonym)
    return pseudonym
  }
}
