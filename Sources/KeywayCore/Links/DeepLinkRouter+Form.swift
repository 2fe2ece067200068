extension DeepLinkRouter {
  /// The form, and where its next part starts: the authority, or for bare links the path.
  @inline(__always)
  func form(of link: Span<UInt8>) throws(LinkRejection) -> (DeepLink.Form, start: Int) {
    if let end = schemes.end(in: link, from: 0, isEnd: { $0 == LinkByte.colon }) {
      return (.custom, try Self.authority(in: link, after: end))
    }
    if let end = Self.endOfWebScheme(in: link) {
      return (.universal, try Self.authority(in: link, after: end))
    }
    if let end = endOfBarePrefix(in: link) { return (.bare, end) }
    throw Self.rejection(ofForm: link)
  }

  @inline(__always)
  private static func endOfWebScheme(in link: Span<UInt8>) -> Int? {
    // Only letters become lower-case letters by setting this bit.
    guard link.count > 5, link[5] == LinkByte.colon, link[0] | 0x20 == UInt8(ascii: "h"),
      link[1] | 0x20 == UInt8(ascii: "t"), link[2] | 0x20 == UInt8(ascii: "t"),
      link[3] | 0x20 == UInt8(ascii: "p"), link[4] | 0x20 == UInt8(ascii: "s")
    else { return nil }
    return 5
  }

  @inline(__always)
  private func endOfBarePrefix(in link: Span<UInt8>) -> Int? {
    let prefix = barePrefix.span
    guard prefix.count < link.count, link[prefix.count] == LinkByte.slash else { return nil }
    for index in prefix.indices where link[index] != prefix[index] { return nil }
    return prefix.count
  }

  /// The start of the authority behind the colon at `colon`.
  @inline(__always)
  private static func authority(
    in link: Span<UInt8>, after colon: Int
  ) throws(LinkRejection) -> Int {
    guard colon + 2 < link.count, link[colon + 1] == LinkByte.slash,
      link[colon + 2] == LinkByte.slash
    else { throw .noAuthority }
    return colon + 3
  }

  /// The reason against a link that begins with no configured scheme and no bare prefix.
  private static func rejection(ofForm link: Span<UInt8>) -> LinkRejection {
    var end = 0
    var hasPercent = false
    while end < link.count, link[end] != LinkByte.colon, !LinkByte.endsAuthority(link[end]) {
      if link[end] == LinkByte.percent { hasPercent = true }
      end += 1
    }
    if end < link.count, link[end] == LinkByte.colon {
      return LinkByte.isScheme(link.extracting(0..<end)) ? .schemeNotAllowed : .badScheme
    }
    return hasPercent ? .percentEncoded : .unknownForm
  }
}
