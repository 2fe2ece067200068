import KeywayCore
import KeywayService

/// A recording on disk or on standard input.
struct RecordingFile {
  /// The longest line, in bytes.
  private static let lineLimit = 1 << 20

  let path: String

  /// Calls the body with each line and its bytes; the line is nil where it is blank. A bar on a
  /// terminal tells how far it has come.
  ///
  /// - Throws: ``ServiceError`` `invalid` with the file's name for a line that is wrong,
  ///   ``FileError``, and what the body throws.
  func forEachLine(
    _ context: KeywayContext, _ body: (RecordingLine?, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var reader = try LineReader(path, limit: Self.lineLimit)
    var progress = context.output.progress(
      "replayed", total: nil, unit: .items, clock: SystemClock.uptime)
    do {
      while let line = try reader.next() {
        try body(try RecordingLine.read(line.bytes.span, number: line.number), line.bytes)
        try progress.update(line.number)
      }
      try progress.finish()
    } catch let error as RecordingError {
      try progress.finish()
      throw ServiceError(.invalid, "\(path): \(error)")
    }
  }
}
