extension LogText {
  /// More hashes than a proof in any tree that can be numbered has.
  private static let maximumHashCount = 64

  /// Reads the hashes of a proof, one a line, and the empty line that ends them.
  ///
  /// - Throws: `hash`, `tooManyHashes` or, when the text ends before the empty line, `noText`.
  mutating func hashes() throws(LogTextError) -> [Digest] {
    var hashes: [Digest] = []
    while true {
      let line = nextLine
      let text = try next(.noText, "the empty line before the checkpoint")
      if text.isEmpty { return hashes }
      guard hashes.count < Self.maximumHashCount else {
        throw LogTextError(
          .tooManyHashes, line: line, "a proof has at most \(Self.maximumHashCount) hashes")
      }
      guard let hash = Digest(base64: text) else {
        throw LogTextError(.hash, line: line, "the hash is not base 64 of 32 bytes")
      }
      hashes.append(hash)
    }
  }

  /// Reads the first line of a file, which says what it is.
  ///
  /// - Throws: `header`.
  mutating func header(_ header: String) throws(LogTextError) {
    guard let text = next(), text.elementsEqual(header.utf8) else {
      throw LogTextError(.header, line: 1, "the first line is not \(header)")
    }
  }
}
