/// A key that can tell its own signatures under notes from others.
///
/// The core has no cryptography of its own, so whoever checks a note brings its keys along.
package protocol NoteVerifying {
  /// The name and hash that stand before its signatures.
  var key: NoteKey { get }

  /// Whether the key made the signature over exactly that text.
  func verify(_ signature: Span<UInt8>, of text: Span<UInt8>) -> Bool
}
