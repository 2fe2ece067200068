/// Reads a file or a pipe line by line, in memory bounded by the longest line.
///
/// A line ends with a line feed, which is not part of it; a carriage return is. Bytes behind the
/// last line feed are a line too. After an error nothing more is read.
struct LineReader: ~Copyable {
  struct Line: Hashable, Sendable {
    /// From 1.
    let number: Int
    /// Let go of it before the next line, or that one is copied.
    let bytes: ArraySlice<UInt8>
  }

  private let file: FileDescriptor
  private let limit: Int
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  /// How far the buffer is known to hold no line feed.
  private var searched = 0
  private var number = 0
  private var isAtEnd = false

  /// A line of more than `limit` bytes is an error.
  init(_ path: String, limit: Int = 1 << 20) throws(FileError) {
    self.init(try FileInput.open(path), limit: limit)
  }

  init(_ file: consuming FileDescriptor, limit: Int = 1 << 20) {
    self.file = file
    self.limit = limit
  }

  /// The next line, or nil behind the last. Blocks while a pipe is empty.
  mutating func next() throws(FileError) -> Line? {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        return try line(upTo: end, next: end + 1)
      }
      searched = buffer.count
      if isAtEnd {
        return start < buffer.count ? try line(upTo: buffer.count, next: buffer.count) : nil
      }
      guard searched - start <= limit else { throw tooLong() }
      try fill()
    }
  }

  private mutating func line(upTo end: Int, next: Int) throws(FileError) -> Line {
    guard end - start <= limit else { throw tooLong() }
    number += 1
    defer { (start, searched) = (next, next) }
    return Line(number: number, bytes: buffer[start..<end])
  }

  private mutating func fill() throws(FileError) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    do throws(FileError) {
      let count = try file.read(into: &chunk)
      buffer += chunk[..<count]
      isAtEnd = count == 0
    } catch {
      stop()
      throw error
    }
  }

  private mutating func tooLong() -> FileError {
    stop()
    return FileError(
      .tooLong, path: file.path, reason: "line \(number + 1) is longer than \(limit) bytes")
  }

  private mutating func stop() {
    buffer = []
    (start, searched, isAtEnd) = (0, 0, true)
  }
}
