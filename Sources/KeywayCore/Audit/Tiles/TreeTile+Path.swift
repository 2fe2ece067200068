extension TreeTile {
  /// The tile that stands at a path as ``path`` says it, or nil for any other text.
  package init?(path: String) {
    var parts = path.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }[...]
    guard parts.popFirst() == "tile", let level = parts.popFirst().flatMap({ Int($0) }),
      (0..<8).contains(level)
    else { return nil }
    var width = Int(Self.fullWidth)
    if parts.count >= 2, parts[parts.endIndex - 2].hasSuffix(".p") {
      guard let given = parts.popLast().flatMap({ Int($0) }), (1..<width).contains(given),
        let last = parts.popLast()
      else { return nil }
      width = given
      parts.append(String(last.dropLast(2)))
    }
    guard (1...6).contains(parts.count) else { return nil }
    var index: Int64 = 0
    for part in parts {
      guard let group = Int64(part.hasPrefix("x") ? part.dropFirst() : part[...]),
        (0..<1_000).contains(group)
      else { return nil }
      index = index * 1_000 + group
    }
    self.init(level: level, index: index, width: width)
    // Whatever else reads as the same numbers is another path.
    guard self.path.utf8.elementsEqual(path.utf8) else { return nil }
  }
}
