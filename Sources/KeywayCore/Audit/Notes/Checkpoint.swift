/// What a log promises at one size: C2SP tlog-checkpoint. Its ``text`` is the text of a
/// ``SignedNote``.
package struct Checkpoint: Hashable, Sendable {
  private let originBytes: ByteString
  /// How many entries the log has.
  package let size: Int64
  /// The root of the tree over them.
  package let root: Digest
  private let extensionBytes: [ByteString]

  /// A checkpoint of our own, which has no extension lines.
  ///
  /// - Throws: `origin` when it is empty or has an ASCII control character; `size` when negative.
  package init(origin: String, size: Int64, root: Digest) throws(LogTextError) {
    guard !origin.isEmpty, origin.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw LogTextError(.origin, "an origin is not empty and has no control characters")
    }
    guard size >= 0 else { throw LogTextError(.size, "a log has no negative size") }
    originBytes = ByteString(origin)
    self.size = size
    self.root = root
    extensionBytes = []
  }

  /// Reads the text of a note, strictly: what is read is written again byte for byte by ``text``.
  ///
  /// - Throws: `tooLong`, `notUTF8`, `controlCharacter`, `lineEnd`, `origin`, `size`, `root` or
  ///   `extensionLine`, with the line.
  package init(parsing text: Span<UInt8>) throws(LogTextError) {
    try self.init(LogText(checking: text, limit: SignedNote.maximumByteCount))
  }

  init(_ whole: LogText) throws(LogTextError) {
    var lines = whole
    let origin = try lines.next(.origin, "the origin")
    guard !origin.isEmpty else {
      throw LogTextError(.origin, line: whole.nextLine, "the origin is empty")
    }
    let size = LogText.number(try lines.next(.size, "the size"))
    guard let size else {
      throw LogTextError(
        .size, line: whole.nextLine + 1,
        "the size is not a decimal number from 0 to \(Int64.max) without leading zeros")
    }
    let root = Digest(base64: try lines.next(.root, "the root hash"))
    guard let root else {
      throw LogTextError(
        .root, line: whole.nextLine + 2, "the root hash is not base 64 of 32 bytes")
    }
    var extensions: [ByteString] = []
    while let line = lines.next() {
      guard !line.isEmpty else {
        throw LogTextError(
          .extensionLine, line: lines.nextLine - 1, "a checkpoint has no empty lines")
      }
      extensions.append(ByteString(String(decoding: line, as: UTF8.self)))
    }
    originBytes = ByteString(String(decoding: origin, as: UTF8.self))
    self.size = size
    self.root = root
    extensionBytes = extensions
  }

  /// Which log promises; compare it byte for byte with ``isOrigin(_:)``.
  package var origin: String { originBytes.text }

  /// Lines after the third that others have put into their checkpoint, without line feeds; nothing
  /// is known of their meaning.
  package var extensions: [String] { extensionBytes.map(\.text) }

  /// Whether the promise is by the log of that name, byte for byte: `==` on strings takes different
  /// bytes that look alike for the same.
  package func isOrigin(_ origin: String) -> Bool {
    originBytes == ByteString(origin)
  }

  /// Origin, size and root hash, one a line, then what others have put after them.
  package var text: [UInt8] {
    let lines = [origin, String(size), root.base64] + extensions
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}
