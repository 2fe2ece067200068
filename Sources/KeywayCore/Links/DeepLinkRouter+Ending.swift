extension DeepLinkRouter {
  /// Reads what follows the id, and says whether the link is signed.
  ///
  /// RFC 3986 section 3.5: a question mark behind a hash belongs to the fragment.
  @inline(__always)
  static func ending(
    of link: Span<UInt8>, from start: Int, form: DeepLink.Form
  ) throws(LinkRejection) -> Bool {
    guard start < link.count else { return false }
    guard link[start] == LinkByte.questionMark else { throw .unexpectedFragment }
    guard form == .universal else { throw .unexpectedQuery }
    let (query, end) = try LinkQuery.read(link, from: start)
    guard end == link.count else { throw .unexpectedFragment }
    return query.isSigned
  }
}
