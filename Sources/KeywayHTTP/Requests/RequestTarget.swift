/// The target of a request in its origin form (RFC 9112, section 3.2.1), or `*`.
struct RequestTarget: Hashable {
  let path: String
  let query: String?
  /// In bytes, as it was sent.
  let length: Int

  /// Nil for what cannot stand in a target.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    length = text.count
    guard !text.isEmpty, unsafe text.allSatisfy(HTTPSyntax.isTarget) else { return nil }
    guard let mark = unsafe text.firstIndex(of: 0x3F) else {
      path = unsafe String(decoding: text, as: UTF8.self)
      query = nil
      return
    }
    path = unsafe String(decoding: text[..<mark], as: UTF8.self)
    query = unsafe String(decoding: text[(mark + 1)...], as: UTF8.self)
  }

  /// Whether a request with that method may have it.
  func fits(_ method: String) -> Bool {
    path.utf8.first == 0x2F || path == "*" && query == nil && method == "OPTIONS"
  }
}
