extension Digest {
  /// Nil unless the text is the base 64 of exactly 32 bytes, as ``base64`` writes it.
  init?(base64 text: ArraySlice<UInt8>) {
    guard text.count == 44, let bytes = LogText.base64(text) else { return nil }
    self.init(bytes: bytes.span)
  }

  /// 44 characters, as the formats of the log write a hash.
  package var base64: String {
    Base64.encode((0..<Self.byteCount).map { bytes[$0] })
  }
}
