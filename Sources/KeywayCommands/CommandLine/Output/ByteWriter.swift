import Glibc

/// A buffered stream for bytes; what is in the buffer when it goes away is lost, so flush.
final class ByteWriter {
  private let file: FileDescriptor
  private let capacity: Int
  private var buffer: [UInt8] = []

  init(_ file: consuming FileDescriptor, capacity: Int = 65_536) {
    self.file = file
    self.capacity = capacity
  }

  /// Standard output of this process.
  static func standardOutput() -> ByteWriter {
    ByteWriter(FileDescriptor(number: 1, path: "standard output"))
  }

  /// Standard error of this process.
  static func standardError() -> ByteWriter {
    ByteWriter(FileDescriptor(number: 2, path: "standard error"))
  }

  /// Whether people read along, as far as a program can know.
  var isTerminal: Bool { isatty(file.number) == 1 }

  /// Blocks when the buffer is full.
  func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  func write(_ text: String) throws(FileError) { try write(text.utf8) }

  /// Hands everything to the system; bytes that it refused are dropped.
  func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try file.write(buffer)
  }

  /// Hands everything to the system and waits until it is on the disk.
  func synchronise() throws(FileError) {
    try flush()
    try file.synchronise()
  }

  /// Sets the mode of the file that is written.
  func setPermissions(_ mode: mode_t) throws(FileError) {
    guard fchmod(file.number, mode) == 0 else { throw .system(errno, file.path) }
  }

  /// Makes writing to a closed pipe an error of this process instead of its death.
  static func ignoreClosedPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }
}
