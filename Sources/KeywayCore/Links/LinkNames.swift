/// A short list of lower-case ASCII names in one array, each behind a byte with its length, so that
/// a look-up allocates nothing and touches one reference.
struct LinkNames: Sendable {
  private let bytes: [UInt8]

  /// Each name has at most 253 bytes, which `LinkConfiguration` sees to.
  init(_ names: [String]) {
    bytes = names.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + $0.utf8 }
  }

  /// Where the name ends that stands at `start` of `link`, ASCII case ignored, with a byte behind it
  /// that `isEnd` accepts, or the end of the link if it accepts nil; nil when no name does.
  @inline(__always)
  func end(in link: Span<UInt8>, from start: Int, isEnd: (UInt8?) -> Bool) -> Int? {
    let names = bytes.span
    var position = 0
    while position < names.count {
      let count = Int(names[position])
      let next = position &+ 1 &+ count
      let end = start &+ count
      if end <= link.count, isEnd(end < link.count ? link[end] : nil),
        Self.isEqual(
          names.extracting(position &+ 1..<next), ignoringCaseOf: link.extracting(start..<end))
      {
        return end
      }
      position = next
    }
    return nil
  }

  @inline(__always)
  private static func isEqual(_ name: Span<UInt8>, ignoringCaseOf text: Span<UInt8>) -> Bool {
    guard name.count == text.count else { return false }
    var difference: UInt8 = 0
    for index in name.indices { difference |= name[index] ^ LinkByte.folded(text[index]) }
    return difference == 0
  }
}
