extension DeepLinkRouter {
  /// The command that stands where a custom link has its host, and where the path starts.
  ///
  /// RFC 3986 section 6.2.2.1 folds the case of hosts, so the command's is folded too.
  @inline(__always)
  static func command(
    in link: Span<UInt8>, from start: Int
  ) throws(LinkRejection) -> (DeepLink.Command, path: Int) {
    // The letters as one number; only letters become lower-case letters by setting this bit, and
    // a longer text that overflows has no zero bytes in front.
    var packed: UInt64 = 0
    var end = start
    while end < link.count, !LinkByte.endsAuthority(link[end]) {
      packed = packed << 8 | UInt64(link[end] | 0x20)
      end += 1
    }
    switch packed {
    case 0x756E_6C6F_636B: return (.unlock, end)
    case 0x6F70_656E: return (.open, end)
    default: throw rejection(ofAuthority: link, from: start, .unknownCommand)
    }
  }

  /// Where the path starts, behind one of the configured hosts.
  @inline(__always)
  func host(in link: Span<UInt8>, from start: Int) throws(LinkRejection) -> Int {
    let end = hosts.end(in: link, from: start) { $0.map(LinkByte.endsAuthority) ?? true }
    guard let end else { throw Self.rejection(ofAuthority: link, from: start, .hostMismatch) }
    return end
  }

  /// The first reason against an authority that is neither a command nor a configured host.
  private static func rejection(
    ofAuthority link: Span<UInt8>, from start: Int, _ last: LinkRejection
  ) -> LinkRejection {
    var hasPercent = false
    var hasAt = false
    var hasColon = false
    var end = start
    while end < link.count, !LinkByte.endsAuthority(link[end]) {
      if link[end] == LinkByte.percent { hasPercent = true }
      if link[end] == LinkByte.at { hasAt = true }
      if link[end] == LinkByte.colon { hasColon = true }
      end += 1
    }
    if hasPercent { return .percentEncoded }
    if hasAt { return .userinfo }
    if end > start, link[start] == LinkByte.openingBracket { return .hostMismatch }
    if hasColon { return .port }
    return end > start ? last : .emptyHost
  }
}
