/// What the segments of a refused path look like.
struct LinkPathShape {
  private(set) var hasPercent = false
  /// Whether a segment is `.` or `..`.
  private(set) var hasDotSegment = false
  /// Whether a segment before the last one is empty.
  private(set) var hasEmptySegment = false
  /// Whether anything follows the id's segment.
  private(set) var hasExtraSegment = false
  /// Whether the last segment is empty.
  private(set) var endsWithSlash = false
  /// The segment where the id would stand, or nil when the path ends before it.
  private(set) var id: Range<Int>?

  /// Reads from the slash at `path`, if one is there, up to a query, a fragment or the end.
  init(_ link: Span<UInt8>, from path: Int, idIndex: Int) {
    var index = 0
    var position = path
    while position < link.count, link[position] == LinkByte.slash {
      let start = position + 1
      position = start
      while position < link.count, !LinkByte.endsAuthority(link[position]) {
        if link[position] == LinkByte.percent { hasPercent = true }
        position += 1
      }
      add(link.extracting(start..<position))
      if index == idIndex { id = start..<position }
      if index > idIndex { hasExtraSegment = true }
      index += 1
    }
  }

  private mutating func add(_ segment: Span<UInt8>) {
    if endsWithSlash { hasEmptySegment = true }
    endsWithSlash = segment.isEmpty
    switch segment.count {
    case 1: if segment[0] == LinkByte.dot { hasDotSegment = true }
    case 2:
      if segment[0] == LinkByte.dot, segment[1] == LinkByte.dot { hasDotSegment = true }
    default: break
    }
  }
}
