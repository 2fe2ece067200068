import KeywayCore
import KeywayCrypto
import Testing

@Suite struct TileContentTests {
  /// MTH(D[(n * 256 + i) * 256**l : (n * 256 + i + 1) * 256**l]), as the specification writes it.
  private func content(_ tile: TreeTile, _ slow: SlowTree) -> [UInt8] {
    let span = tile.level == 0 ? 1 : tile.level == 1 ? 256 : 65_536
    return (0..<tile.width).flatMap { i in
      let first = (Int(tile.index) * 256 + i) * span
      let hash = slow.hash(first..<first + span)
      return (0..<32).map { hash.bytes[$0] }
    }
  }

  @Test func `a tile holds the hashes that the specification defines`() {
    let size = 66_000
    let slow = SlowTree(count: size)
    var bytes = 0
    for tile in TreeTile.tiles(ofSize: Int64(size)) where tile.index % 50 == 0 || tile.isPartial {
      let content = TreeTile.bytes(
        of: tile.nodeIndices.map { index in
          slow.node(TreeNode(level: tile.nodeLevel, index: index), size: size)
        })
      #expect(content == self.content(tile, slow))
      #expect(content.count == 32 * tile.width)
      bytes += content.count
    }
    // Levels 0 (six full tiles and 208 hashes), 1 (one full and 1) and 2 (1).
    #expect(bytes == 32 * (6 * 256 + 208 + 257 + 1))
  }
}
