import KeywayCore
import KeywayService

extension AuditExport {
  /// Brings a folder of tiles up to the log as it stands; files that are there already are not
  /// written again.
  func writeTiles(to folder: String, withEntries: Bool, _ context: KeywayContext) throws {
    let signed = try context.checkpoints.take(by: context.actor)
    let earlier = try Self.earlierSize(in: folder, of: signed, context)
    let export = TileExport(environment: try context.environment, hasEntries: withEntries)
    var count = 0
    try export.write(signed, earlier: withEntries ? 0 : earlier) { file in
      let path = "\(folder)/\(file.path)"
      // Tiles never change, so that one that stands there whole is the one.
      if file.path != "checkpoint", FileStamp(path) != nil { return }
      try FileOutput.makeFolders(of: path)
      try FileOutput.replace(path, with: file.bytes)
      count += 1
    }
    try context.print(
      ["entries": .integer(signed.checkpoint.size), "files": .integer(Int64(count))],
      orSay: "\(folder): \(signed.checkpoint.size) entries, \(count) files written")
  }

  /// The size of the log whose tiles the folder has; 0 for none.
  ///
  /// - Throws: ``ServiceError`` `invalid` when they are another log's, or of entries that this log
  ///   does not have.
  private static func earlierSize(
    in folder: String, of signed: SignedCheckpoint, _ context: KeywayContext
  ) throws -> Int64 {
    let path = "\(folder)/checkpoint"
    guard FileStamp(path) != nil else { return 0 }
    let bytes = try FileInput.bytes(of: path, limit: SignedNote.maximumByteCount)
    guard let earlier = try? SignedCheckpoint(parsing: bytes.span),
      earlier.checkpoint.isOrigin(signed.checkpoint.origin)
    else {
      throw ServiceError(.invalid, "\(folder) has the tiles of another log; name another folder")
    }
    guard case .holds = try context.audit.verify(against: earlier) else {
      throw ServiceError(
        .invalid,
        "\(folder) has tiles of entries that this log does not contain; "
          + "see 'keyway audit verify --checkpoint \(path)'")
    }
    return earlier.checkpoint.size
  }
}
