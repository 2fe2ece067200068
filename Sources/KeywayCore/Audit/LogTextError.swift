/// Why a text of the log's formats is refused: a signed note, a checkpoint, a verifier line, a
/// proof file.
package struct LogTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, to branch on.
  package enum Code: String, Sendable, CaseIterable {
    // Any text.
    case tooLong, notUTF8, controlCharacter, lineEnd
    // Signed notes and verifier lines.
    case noText, noSignature, signatureLine, keyName, tooManySignatures, verifierLine, keyHash
    /// A key that is known did not make the signature that is given as its own.
    case badSignature
    /// None of the signatures is by a known key.
    case unknownKeys
    // Checkpoints.
    case origin, size, root, extensionLine
    // Proof files and entry bundles.
    case header, extra, index, hash, tooManyHashes, entry
  }

  /// What is wrong, to branch on.
  package let code: Code
  /// Counted from 1; nil when no one line is wrong.
  package let line: Int?
  /// What is wrong, in words; parts of the text in it may hold anything but ASCII control
  /// characters.
  package let message: String

  package init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }

  package var description: String {
    line.map { "line \($0): \(message)" } ?? message
  }
}
