/// Up to 256 neighbouring hashes of the log's tree in one file: C2SP tlog-tiles, "Merkle Tree".
///
/// A tile of level 0 has leaf hashes; each hash of a tile above is the root over a full tile of the
/// level below.
package struct TreeTile: Hashable, Sendable {
  /// How many levels a tile spans.
  package static let height = 8
  /// How many hashes a full tile has.
  package static let fullWidth: Int64 = 256
  /// More levels than a tree whose size is an `Int64` fills.
  private static let levels = 0..<8

  /// Counted from 0; a tile's hashes are nodes of eight times that level.
  package let level: Int
  /// Counted from 0 at the left, within the level.
  package let index: Int64
  /// How many hashes the tile has: 256, or 1 to 255 at the right edge of a tree.
  package let width: Int

  /// Whether more hashes may yet follow, in a tile of another path.
  package var isPartial: Bool { width < Int(Self.fullWidth) }

  /// Where the tile stands, below the log's own address or folder: `tile/0/x001/067.p/12`.
  package var path: String { "tile/\(level)/\(place)" }

  /// Where the bundle of the entries under the tile stands; nil above level 0.
  package var entriesPath: String? { level == 0 ? "tile/entries/\(place)" : nil }

  /// The sequence numbers of the entries in that bundle; nil above level 0.
  package var entries: Range<Int64>? { level == 0 ? nodeIndices : nil }

  /// The level in the tree of the nodes whose hashes the tile has.
  package var nodeLevel: Int { Self.height * level }

  /// The places of those nodes, all of them complete, within their level.
  package var nodeIndices: Range<Int64> {
    let first = index * Self.fullWidth
    return first..<first + Int64(width)
  }

  /// The content of a tile with these hashes: one after the other, 32 bytes each.
  package static func bytes(of hashes: [Digest]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hashes.count * Digest.byteCount)
    for hash in hashes {
      unsafe hash.bytes.span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// All tiles of a tree of that size, from level 0 up and from the left.
  package static func tiles(ofSize size: Int64) -> some Sequence<TreeTile> {
    tiles(from: 0, to: size)
  }

  /// The tiles of a tree of the new size that it did not have at the old one, in the same order: a
  /// partial tile that grew is another tile.
  package static func tiles(from oldSize: Int64, to newSize: Int64) -> some Sequence<TreeTile> {
    levels.lazy.flatMap { level in
      let (old, new) = (oldSize >> Int64(height * level), newSize >> Int64(height * level))
      let width = fullWidth
      let indices = new > old ? old / width..<(new - 1) / width + 1 : 0..<0
      return indices.lazy.map { index in
        TreeTile(level: level, index: index, width: Int(min(width, new - index * width)))
      }
    }
  }

  /// The index in groups of three digits, all but the last behind an `x`, and the width of a
  /// partial tile.
  private var place: String {
    var path = Self.threeDigits(index % 1_000)
    var rest = index / 1_000
    while rest > 0 {
      path = "x\(Self.threeDigits(rest % 1_000))/\(path)"
      rest /= 1_000
    }
    return isPartial ? "\(path).p/\(width)" : path
  }

  private static func threeDigits(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
