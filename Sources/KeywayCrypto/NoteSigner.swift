package import KeywayCore

/// An Ed25519 key under a name, which signs notes: C2SP signed-note, "Ed25519 signatures".
package struct NoteSigner {
  private let signingKey: SigningKey
  /// What checks its signatures.
  package let verifier: NoteVerifier

  package init(name: NoteKeyName, signingKey: SigningKey) {
    self.signingKey = signingKey
    verifier = NoteVerifier(name: name, verifyingKey: signingKey.verifyingKey)
  }

  /// The line that goes under the text.
  package func signature(of text: Span<UInt8>) -> NoteSignature {
    NoteSignature(key: verifier.key, bytes: signingKey.sign(text))
  }

  /// The text, which may be that of a ``Checkpoint``, with this signature under it.
  ///
  /// - Throws: what `SignedNote.init(text:signatures:)` throws for a text that no note can have.
  package func sign(_ text: [UInt8]) throws(LogTextError) -> SignedNote {
    try SignedNote(text: text, signatures: [signature(of: text.span)])
  }
}
