extension DeepLinkRouter {
  /// Throws for the first byte that may stand nowhere in a link.
  ///
  /// The first loop has no early exit, so that it is compiled to vector instructions; only a link
  /// that is refused is read again to find the offender.
  @inline(__always)
  static func scan(_ link: Span<UInt8>) throws(LinkRejection) {
    var offences: UInt8 = 0
    for index in link.indices { offences |= LinkByte.offence(link[index]) }
    if offences != 0 { try refuseFirstOffender(link) }
  }

  private static func refuseFirstOffender(_ link: Span<UInt8>) throws(LinkRejection) {
    for index in link.indices {
      if let rejection = LinkByte.rejection(of: link[index]) { throw rejection }
    }
  }
}
