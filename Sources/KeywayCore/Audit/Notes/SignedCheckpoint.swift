/// A note whose text is a checkpoint, both as they were read.
///
/// It is a promise of nobody's until `note.verify(by:)` has named a key that signed it.
package struct SignedCheckpoint: Hashable, Sendable {
  /// The bytes and signatures.
  package let note: SignedNote
  /// What the note says.
  package let checkpoint: Checkpoint

  /// Reads the text of a note.
  ///
  /// - Throws: `origin`, `size`, `root` or `extensionLine`, with the line.
  package init(_ note: SignedNote) throws(LogTextError) {
    self.note = note
    checkpoint = try Checkpoint(parsing: note.text.span)
  }

  /// Reads a note, strictly, and its text.
  ///
  /// - Throws: what `SignedNote` and `Checkpoint` throw.
  package init(parsing bytes: Span<UInt8>) throws(LogTextError) {
    try self.init(LogText(checking: bytes, limit: SignedNote.maximumByteCount))
  }

  /// Reads a part of a text, so that errors name the line in the whole.
  init(_ whole: LogText) throws(LogTextError) {
    note = try SignedNote(whole)
    var rest = whole
    checkpoint = try Checkpoint(rest.split(at: rest.rest.startIndex + note.text.count))
  }
}
