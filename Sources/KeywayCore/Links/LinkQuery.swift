/// The query of a universal link, read from left to right.
struct LinkQuery {
  private var seen: UInt8 = 0
  private var repeatsOwnKey = false
  private var encodesOwnValue = false

  /// Whether one of our keys was there.
  var isSigned: Bool { seen != 0 }

  /// Reads the query behind the question mark at `start` up to a fragment or the end.
  ///
  /// An unknown key anywhere comes before a repeated one, and that before an encoded value.
  @inline(__always)
  static func read(_ link: Span<UInt8>, from start: Int) throws(LinkRejection) -> (Self, end: Int) {
    var query = Self()
    var position = start
    repeat {
      let (name, end) = parameter(in: link, after: position)
      guard let key = LinkQueryKey(packed: name) else { throw .unexpectedQuery }
      if key.ownBit != 0 { query.note(key, in: link, from: position, to: end) }
      position = end
    } while position < link.count && link[position] == LinkByte.ampersand
    if query.repeatsOwnKey { throw .duplicateParameter }
    if query.encodesOwnValue { throw .percentEncoded }
    return (query, position)
  }

  private mutating func note(
    _ key: LinkQueryKey, in link: Span<UInt8>, from start: Int, to end: Int
  ) {
    if seen & key.ownBit != 0 { repeatsOwnKey = true }
    seen |= key.ownBit
    let parameter = link.extracting(start..<end)
    var percents: UInt8 = 0
    for index in parameter.indices { percents |= parameter[index] == LinkByte.percent ? 1 : 0 }
    if percents != 0 { encodesOwnValue = true }
  }

  /// The key of the parameter behind the delimiter at `delimiter`, packed for `LinkQueryKey`, and
  /// where the parameter ends: at `&`, `#` or the end of the link.
  @inline(__always)
  static func parameter(in link: Span<UInt8>, after delimiter: Int) -> (UInt128, end: Int) {
    var name: UInt128 = 0
    var position = delimiter + 1
    while position < link.count, !LinkByte.endsParameter(link[position], orName: true) {
      name = name << 8 | UInt128(link[position])
      position += 1
    }
    while position < link.count, !LinkByte.endsParameter(link[position], orName: false) {
      position += 1
    }
    return (name, position)
  }
}
