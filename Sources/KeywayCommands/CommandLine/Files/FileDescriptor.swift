import Glibc

/// An open file or stream; closes itself unless it is one of the standard streams.
struct FileDescriptor: ~Copyable {
  /// What kind of file is behind a descriptor.
  enum Kind: Hashable, Sendable { case regular, stream, directory, other }

  let number: Int32
  /// For errors.
  let path: String

  /// Takes over an open descriptor; 0, 1 and 2 are never closed.
  init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  /// Opens with `O_CLOEXEC`; may block on a FIFO until its other end is opened.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0o666) throws(FileError) {
    // The system would see the part before the zero only.
    guard !path.utf8.contains(0) else {
      throw FileError(.notFound, path: path, reason: "is not the name of a file")
    }
    var number: Int32
    repeat {
      number = unsafe open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .system(errno, path) }
    self.init(number: number, path: path)
  }

  deinit { if number > 2 { close(number) } }

  var kind: Kind {
    get throws(FileError) {
      switch try status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFIFO, S_IFCHR, S_IFSOCK: .stream
      case S_IFDIR: .directory
      default: .other
      }
    }
  }

  /// Permission bits and the like.
  var status: stat {
    get throws(FileError) {
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw .system(errno, path) }
      return status
    }
  }

  /// Fills the front of the buffer and says how far; 0 is the end. Blocks.
  borrowing func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(number, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      try waitOrThrow(errno, POLLIN)
    }
  }

  /// Writes everything. Blocks.
  borrowing func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          number, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if count < 0 { try waitOrThrow(errno, POLLOUT) } else { written += count }
    }
  }

  /// Returns when the bytes have reached the disk.
  borrowing func synchronise() throws(FileError) {
    while fsync(number) != 0 {
      // Pipes, and folders on some file systems, have nothing to synchronise: fsync(2).
      if errno == EINVAL { return }
      guard errno == EINTR else { throw .system(errno, path) }
    }
  }

  /// Interrupted calls are made again; streams that others made non-blocking are waited for.
  private borrowing func waitOrThrow(_ error: Int32, _ events: Int32) throws(FileError) {
    if error == EINTR { return }
    guard error == EAGAIN else { throw .system(error, path) }
    var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }
}

extension FileError {
  /// The system's error number in the system's words.
  static func system(_ errno: Int32, _ path: String) -> FileError {
    let code: Code =
      switch errno {
      case ENOENT, ENOTDIR, ENXIO: .notFound
      case EACCES, EPERM, EROFS: .notPermitted
      case EISDIR: .notRegular
      case ENAMETOOLONG: .tooLong
      case EPIPE: .closedPipe
      default: .inputOutput
      }
    let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return FileError(code, path: path, reason: words, errno: errno)
  }
}
