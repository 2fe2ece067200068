package import KeywayCore
import KeywayCrypto
import KeywayStore

/// Single files of the log in the layout of C2SP tlog-tiles, for who fetches them one by one.
package struct LogTiles: Sendable {
  private let environment: ServiceEnvironment

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// The last signed note, or nil when none was ever taken. Blocks.
  package func checkpoint() throws -> (note: [UInt8], size: Int64, takenAt: Timestamp)? {
    try environment.store.read { reader in
      try reader.lastCheckpoint().map { ($0.note, $0.size, $0.takenAt) }
    }
  }

  /// The hashes of a tile, or nil when the log is not so large yet. Blocks.
  package func bytes(of tile: TreeTile) throws -> [UInt8]? {
    try environment.store.read { reader in
      guard try contains(tile, in: reader) else { return nil }
      let tree = LogTree(hasher: SHA256Hasher())
      return TreeTile.bytes(
        of: try tree.hashes(ofLevel: tile.nodeLevel, tile.nodeIndices, in: reader))
    }
  }

  /// The entries below a tile of level 0, or nil when the log is not so large yet, or some of them
  /// were pruned. Blocks.
  package func entries(below tile: TreeTile) throws -> [UInt8]? {
    guard let entries = tile.entries else { return nil }
    return try environment.store.read { reader in
      guard try contains(tile, in: reader) else { return nil }
      let mark = try reader.pruningMark()
      var bundle: EntryBundle? = EntryBundle()
      try reader.forEachEntry(from: entries.lowerBound, to: entries.upperBound) { stored in
        if let entry = stored.body {
          try bundle?.append(entry.span)
        } else if let mark, mark.hasGivenUp(stored) {
          bundle = nil
        } else {
          throw StoreError(.corrupt, "entry \(stored.sequence) of the log has no body")
        }
      }
      return bundle?.bytes
    }
  }

  private func contains<Reader: StoreReader & ~Copyable>(
    _ tile: TreeTile, in reader: borrowing Reader
  ) throws(StoreError) -> Bool {
    try tile.nodeIndices.upperBound <= reader.logSize() >> Int64(tile.nodeLevel)
  }
}
