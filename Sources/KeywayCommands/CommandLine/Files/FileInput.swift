import Glibc

/// Reads files whole; `-` is standard input.
enum FileInput {
  /// The name that stands for standard input.
  static let standardInput = "-"

  /// Opens a file, a pipe or a character device for reading; anything else is `notRegular`.
  static func open(_ path: String) throws(FileError) -> FileDescriptor {
    if path == standardInput { return FileDescriptor(number: 0, path: "standard input") }
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NOCTTY)
    switch try file.kind {
    case .regular, .stream: return file
    case .directory: throw FileError(.notRegular, path: path, reason: "is a directory")
    case .other: throw FileError(.notRegular, path: path, reason: "is not a regular file")
    }
  }

  /// All bytes; more than `limit` of them are `tooLong`. Blocks until the end of the file.
  static func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    try bytes(of: try open(path), limit: limit)
  }

  /// The next bytes, fewer than `count` only where the file ends.
  static func start(
    of file: borrowing FileDescriptor, count: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var buffer = [UInt8](repeating: 0, count: count - bytes.count)
      let read = try file.read(into: &buffer)
      if read == 0 { break }
      bytes += buffer[..<read]
    }
    return bytes
  }

  /// All bytes from where the file stands.
  static func bytes(
    of file: borrowing FileDescriptor, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try file.read(into: &buffer)
      if count == 0 { return bytes }
      guard count <= limit - bytes.count else {
        throw FileError(.tooLong, path: file.path, reason: "is longer than \(limit) bytes")
      }
      bytes += buffer[..<count]
    }
  }
}
