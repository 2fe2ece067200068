/// How the body of a request is delimited.
enum BodyFraming: Hashable {
  case none
  /// That many bytes, more than none.
  case counted(UInt64)
  case chunked

  /// Reads what the head says (RFC 9112, section 6), without the liberties that let two readers see
  /// two different ends.
  init(_ headers: HTTPHeaders, isVersion10: Bool) throws(HeadFault) {
    let lengths = headers.all("Content-Length")
    let codings = headers.all("Transfer-Encoding")
    guard codings.isEmpty else {
      guard lengths.isEmpty, codings.count == 1, HTTPHeaders.isSame(codings[0], "chunked"),
        !isVersion10
      else { throw .malformed }
      self = .chunked
      return
    }
    guard let length = lengths.first else {
      self = .none
      return
    }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = UInt64(length)
    else { throw .malformed }
    self = count == 0 ? .none : .counted(count)
  }
}
