package import KeywayCore
import KeywayCrypto
import KeywayStore

/// The log as static files in the layout of C2SP tlog-tiles, for anybody to serve and to check.
package struct TileExport: Sendable {
  /// One file below the folder.
  package struct File: Sendable {
    /// As `tile/0/x001/067`.
    package let path: String
    package let bytes: [UInt8]
  }

  private let environment: ServiceEnvironment
  /// Whether the entries themselves are written, which are for auditors only.
  private let hasEntries: Bool

  package init(environment: ServiceEnvironment, hasEntries: Bool) {
    self.environment = environment
    self.hasEntries = hasEntries
  }

  /// Calls the body with the files of the tree under a checkpoint, tiles first and the checkpoint
  /// last, so that whoever reads it finds what it promises. Blocks.
  ///
  /// - Parameter earlier: the size that the folder has the files of; 0 for none.
  /// - Throws: `StoreError`, and what the body throws.
  package func write(
    _ signed: SignedCheckpoint, earlier: Int64, _ body: (File) throws -> Void
  ) throws {
    let tree = LogTree(hasher: SHA256Hasher())
    let size = signed.checkpoint.size
    for tile in TreeTile.tiles(from: min(earlier, size), to: size) {
      let bytes = try environment.store.read { reader in
        TreeTile.bytes(
          of: try tree.hashes(ofLevel: tile.nodeLevel, tile.nodeIndices, in: reader))
      }
      try body(File(path: tile.path, bytes: bytes))
    }
    if hasEntries { try writeEntries(from: min(earlier, size), to: size, body) }
    try body(File(path: "checkpoint", bytes: signed.note.bytes))
  }

  private func writeEntries(
    from earlier: Int64, to size: Int64, _ body: (File) throws -> Void
  ) throws {
    let tiles = LogTiles(environment: environment)
    for tile in TreeTile.tiles(from: earlier, to: size) {
      guard let path = tile.entriesPath, let bytes = try tiles.entries(below: tile) else {
        continue
      }
      try body(File(path: path, bytes: bytes))
    }
  }
}
