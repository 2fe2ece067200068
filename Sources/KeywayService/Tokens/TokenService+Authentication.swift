package import KeywayCore
package import KeywayCrypto
package import KeywayStore

extension TokenService {
  /// What a token's text is recognised by, or nil for bytes that are no token's text. The text
  /// itself is looked for nowhere, so that no time that a search takes tells anything of it.
  package static func digest(ofSecret text: Span<UInt8>, hasher: SHA256Hasher) -> Digest? {
    TokenSecret.isWellFormed(text) ? hasher.hash(text) : nil
  }

  /// Who shows these texts, in their order, as things stand now. Nil where a token does not hold,
  /// and nobody learns why: it is unknown, was revoked or has ended, or its device is suspended or
  /// removed.
  ///
  /// - Parameter texts: the bytes behind `Bearer`; anything may stand there.
  package func authenticate(_ texts: [[UInt8]]) throws -> [Principal?] {
    let hasher = SHA256Hasher()
    let digests = texts.map { Self.digest(ofSecret: $0.span, hasher: hasher) }
    guard digests.contains(where: { $0 != nil }) else { return digests.map { _ in nil } }
    return try environment.store.read { reader in try authenticate(digests, in: reader) }
  }

  /// The same for texts whose digests are known, in a state of the store that is being read or
  /// written anyway.
  ///
  /// - Parameter digests: nil for what is no token's text.
  package func authenticate<Reader: TokenReader & ~Copyable>(
    _ digests: [Digest?], in reader: borrowing Reader
  ) throws(StoreError) -> [Principal?] {
    let now = environment.now()
    var standings = try reader.standings(ofSecrets: digests.compactMap { $0 }).makeIterator()
    return digests.map { digest in
      guard digest != nil, let standing = standings.next() else { return nil }
      return standing?.principal(at: now)
    }
  }
}

extension Principal {
  /// As one who changes something.
  ///
  /// - Parameter because: why, in the caller's own words, or nil.
  package func actor(because: String? = nil) -> Actor {
    Actor(name: "token:\(token)", because: because)
  }
}
