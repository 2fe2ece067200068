import KeywayCore
import Testing

@Suite struct TreeTileTests {
  private func tiles(_ size: Int64) -> [TreeTile] { Array(TreeTile.tiles(ofSize: size)) }

  @Test func `a tree of 70000 has the tiles that the specification counts`() {
    let tiles = tiles(70_000)
    func widths(_ level: Int) -> [Int] { tiles.filter { $0.level == level }.map(\.width) }
    #expect(widths(0) == Array(repeating: 256, count: 273) + [112])
    #expect(widths(1) == [256, 17])
    #expect(widths(2) == [1])
    #expect(tiles.count == 277)
  }

  @Test func `a tree of 256 has a full tile and one of width 1 above it`() {
    #expect(tiles(256).map(\.path) == ["tile/0/000", "tile/1/000.p/1"])
    #expect(tiles(0) == [])
    #expect(tiles(1).map(\.path) == ["tile/0/000.p/1"])
    #expect(tiles(257).map(\.path) == ["tile/0/000", "tile/0/001.p/1", "tile/1/000.p/1"])
  }

  @Test(arguments: [
    (0, "000"), (1, "001"), (67, "067"), (999, "999"), (1_000, "x001/000"), (1_067, "x001/067"),
    (999_999, "x999/999"), (1_000_000, "x001/x000/000"), (1_234_067, "x001/x234/067"),
    (1 << 47, "x140/x737/x488/x355/328"),
  ])
  func `an index is written in groups of three digits`(_ index: Int64, _ place: String) {
    let full = TreeTile.tiles(from: index * 256, to: (index + 1) * 256).first { $0.level == 0 }
    #expect(full?.path == "tile/0/\(place)")
    #expect(full?.entriesPath == "tile/entries/\(place)")
    #expect(full?.entries == index * 256..<(index + 1) * 256)
    let partial = TreeTile.tiles(from: index * 256, to: index * 256 + 8).first { $0.level == 0 }
    #expect(partial?.path == "tile/0/\(place).p/8")
    #expect(partial?.entriesPath == "tile/entries/\(place).p/8")
    #expect(partial?.entries == index * 256..<index * 256 + 8)
  }

  @Test func `only tiles of leaves have entries`() {
    for tile in tiles(70_000) where tile.level > 0 {
      #expect(tile.entries == nil && tile.entriesPath == nil)
    }
  }

  @Test func `what is new between two sizes, and what was there, are all tiles of the larger`() {
    let sizes: [Int64] = [
      0, 1, 2, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 65_792, 70_000, 131_072,
    ]
    for new in sizes {
      for old in sizes where old <= new {
        let (before, after) = (Set(tiles(old)), tiles(new))
        #expect(Array(TreeTile.tiles(from: old, to: new)) == after.filter { !before.contains($0) })
        #expect(before.allSatisfy { $0.isPartial || after.contains($0) })
      }
    }
  }

  @Test func `a tile has complete nodes of its level, and none is left out`() {
    for size: Int64 in [1, 255, 256, 65_535, 65_536, 65_537, 70_000] {
      let nodes = tiles(size).flatMap(\.nodes)
      #expect(nodes.allSatisfy { $0.isComplete(inTreeOfSize: size) })
      #expect(Set(nodes).count == nodes.count)
      #expect(nodes.count == Int(size + size >> 8 + size >> 16))
    }
  }

  @Test func `one entry more can complete a tile on every one of eight levels`() {
    let (old, new) = (1 << 62 - 1 as Int64, 1 << 62 as Int64)
    let tiles = TreeTile.tiles(from: old, to: new)
    #expect(tiles.map(\.level) == Array(0..<8))
    #expect(tiles.map(\.width) == Array(repeating: 256, count: 7) + [64])
    #expect(tiles.allSatisfy { $0.nodes.last?.isComplete(inTreeOfSize: new) == true })
    #expect(tiles.allSatisfy { $0.nodes.last?.isComplete(inTreeOfSize: old) == false })
    #expect(TreeTile.tiles(from: .max - 1, to: .max).map(\.width) == [255])
  }
}

extension TreeTile {
  fileprivate var nodes: [TreeNode] { nodeIndices.map { TreeNode(level: nodeLevel, index: $0) } }
}
