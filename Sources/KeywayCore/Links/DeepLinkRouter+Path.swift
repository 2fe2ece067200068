extension DeepLinkRouter {
  /// The place of the id in the path that starts at `path`.
  ///
  /// A good path is one run of id bytes behind its fixed beginning; every other path is looked at
  /// again, by its segments, for the first reason against it.
  @inline(__always)
  static func id(
    in link: Span<UInt8>, path: Int, form: DeepLink.Form
  ) throws(LinkRejection) -> Range<Int> {
    guard let start = idStart(in: link, path: path, form: form) else {
      throw rejection(ofPath: link, from: path, form: form)
    }
    var end = start
    while end < link.count, !LinkByte.endsPath(link[end]) { end += 1 }
    guard end > start, end - start <= Identifier<Never>.maximumLength,
      IdentifierByte.canStart(link[start]), isIDText(link.extracting(start..<end))
    else { throw rejection(ofPath: link, from: path, form: form) }
    return start..<end
  }

  @inline(__always)
  private static func isIDText(_ bytes: Span<UInt8>) -> Bool {
    var offences: UInt8 = 0
    for index in bytes.indices { offences |= LinkByte.idOffence(bytes[index]) }
    return offences == 0
  }

  /// Where the id would start, or nil unless the path begins with `/`, on universal links `/u/`.
  @inline(__always)
  private static func idStart(
    in link: Span<UInt8>, path: Int, form: DeepLink.Form
  ) -> Int? {
    guard path < link.count, link[path] == LinkByte.slash else { return nil }
    guard form == .universal else { return path + 1 }
    guard path + 2 < link.count, link[path + 1] == UInt8(ascii: "u"),
      link[path + 2] == LinkByte.slash
    else { return nil }
    return path + 3
  }

  private static func rejection(
    ofPath link: Span<UInt8>, from path: Int, form: DeepLink.Form
  ) -> LinkRejection {
    let isUniversal = form == .universal
    let shape = LinkPathShape(link, from: path, idIndex: isUniversal ? 1 : 0)
    if shape.hasPercent { return .percentEncoded }
    guard let id = shape.id else { return .missingID }
    if shape.hasDotSegment { return .dotSegment }
    if shape.hasEmptySegment { return .emptySegment }
    if isUniversal, idStart(in: link, path: path, form: form) == nil { return .unknownCommand }
    if id.isEmpty { return .emptyID }
    if shape.endsWithSlash { return .trailingSlash }
    if shape.hasExtraSegment { return .extraSegment }
    return id.count > Identifier<Never>.maximumLength ? .idTooLong : .badIDCharacter
  }
}
